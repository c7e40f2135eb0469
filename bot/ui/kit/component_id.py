"""What a button or a select says when it is pressed: `scout:<verb>:<table>:<number>:<detail>`.

All that a half-made choice needs rides in here, so a restart in the middle of one loses nothing.
"""

import re
from typing import NamedTuple

_FORM = re.compile(r"scout:([a-z]{1,12}):([0-9]{1,12}):([0-9]{1,6}):([A-Za-z0-9+~-]{0,32})")


class ComponentId(NamedTuple):
    """`number` is the decision number when the button was made, or the page that it leads to.

    What `detail` means depends on the verb.
    """

    verb: str
    table_id: int
    number: int = 0
    detail: str = ""

    def __str__(self) -> str:
        return f"scout:{self.verb}:{self.table_id}:{self.number}:{self.detail}"


def parse_component_id(custom_id: str) -> ComponentId | None:
    """None if the text is not of this form: then it is not ours."""
    found = _FORM.fullmatch(custom_id)
    if found is None:
        return None
    return ComponentId(found[1], int(found[2]), int(found[3]), found[4])
