# The bot with everything that a host can need: SQLite, PostgreSQL, error reports.
# docs/hosting.md says how to build and run it; compose.yaml does both.

FROM python:3.13.14-slim-bookworm@sha256:67a1e1f215ccda113cfc024e8639049257e88f273898f595b61476d128d387e8 AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /src
# What changes seldom comes first: a change of the bot alone downloads nothing.
COPY requirements/build.txt requirements/container.txt requirements/
RUN python -m venv /builder \
    && /builder/bin/pip install --require-hashes -r requirements/build.txt \
    && python -m venv /opt/scout-bot \
    && /opt/scout-bot/bin/pip install --require-hashes --only-binary :all: \
        -r requirements/container.txt
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY engine engine
COPY migrations migrations
COPY bot bot
RUN /builder/bin/pip wheel --no-deps --no-build-isolation --wheel-dir dist . \
    && /opt/scout-bot/bin/pip install --no-deps dist/*.whl \
    && /opt/scout-bot/bin/pip uninstall --yes pip

FROM python:3.13.14-slim-bookworm@sha256:67a1e1f215ccda113cfc024e8639049257e88f273898f595b61476d128d387e8
# Pillow joins the letters of Arabic names by it. Its version is Debian's, as of the image.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libfribidi0 \
    && rm -rf /var/lib/apt/lists/*
RUN groupadd --gid 10001 scout \
    && useradd --uid 10001 --gid scout --no-create-home --home-dir /data --shell /usr/sbin/nologin scout \
    && install -d -o scout -g scout -m 700 /data
COPY --from=build /opt/scout-bot /opt/scout-bot
# Two arenas instead of eight for each core: in a soak, many threads' arenas took 25 MB more.
# SQLite's temporary files can be as large as the database, and /tmp is memory.
# The endpoint is for the health check alone, unless METRICS_HOST opens it to other containers.
ENV PATH=/opt/scout-bot/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    MALLOC_ARENA_MAX=2 \
    SQLITE_TMPDIR=/data \
    DATABASE_URL=sqlite+aiosqlite:////data/scout.db \
    METRICS_PORT=9108
# By number, so that an orchestrator sees that it is not root.
USER 10001:10001
WORKDIR /data
VOLUME /data
# Not through a proxy: Docker sets its variables in containers if the host's client has one.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as r; r.build_opener(r.ProxyHandler({})).open(f'http://127.0.0.1:{os.environ[\"METRICS_PORT\"]}/readyz', timeout=4)"]
ENTRYPOINT ["scout-bot"]
CMD ["run"]
