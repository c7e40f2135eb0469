"""`python -m tests.benchmarks.scaling`: say what many live tables need, and what breaks first.

It uses measured figures (docs/scaling.md); `--cpu-move 0.03` and so on replace them.
"""

import argparse
from dataclasses import fields, replace

from tests.benchmarks.scaling.model import Figures, limits, needs, simulate

TABLES = (100, 500, 1_000, 2_000, 5_000, 10_000, 100_000)
_MB = 1 << 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=TABLES)
    parser.add_argument("--seconds", type=float, default=9000.0, help="how long to simulate")
    for field in fields(Figures):
        parser.add_argument(f"--{field.name.replace('_', '-')}", type=type(field.default))
    arguments = vars(parser.parse_args())
    given = {field.name: arguments[field.name] for field in fields(Figures)}
    figures = replace(Figures(), **{name: one for name, one in given.items() if one is not None})
    print(
        "| live tables | moves/s | processes | memory MB | commits/s | database cores "
        "| of Discord's rate | shown after s, median | p99 | moves an edit | shards | login s |"
    )
    print("| " + "--: | " * 12)
    for tables in arguments["tables"]:
        found = needs(tables, figures)
        delays = simulate(tables, figures, arguments["seconds"])
        print(
            f"| {tables:,} | {found.moves_a_second:,.0f} | {found.processes:,} "
            f"| {found.memory / _MB:,.0f} | {found.commits_a_second:,.0f} "
            f"| {found.database_cores:.1f} | {found.busy:.0%} | {delays.median:.1f} "
            f"| {delays.late:.1f} | {delays.moves_an_edit:.1f} | {found.shards} "
            f"| {found.login_seconds:,.0f} |"
        )
    for name, tables in sorted(limits(figures).items(), key=lambda one: one[1]):
        print(f"{name}: {tables:,} tables")


if __name__ == "__main__":
    main()
