# The bot on Discord:  docker run -e DISCORD_TOKEN=... -v rookery:/data rookery
#
# Pin the image it is built on by its digest, and renew that with every release:
#   docker pull python:3.13-slim
#   docker build --build-arg BASE="$(docker image inspect --format '{{index .RepoDigests 0}}' python:3.13-slim)" .

ARG BASE=python:3.13-slim
FROM ${BASE} AS dependencies
WORKDIR /build
COPY requirements.lock .
RUN python -m venv --without-pip /opt/rookery \
    && pip --python /opt/rookery/bin/python install --no-cache-dir --require-hashes --requirement requirements.lock


# The champion's search; without it, it thinks in Python, and is weaker.
FROM ${BASE} AS solver
WORKDIR /build
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
COPY bot/__init__.py bot/
COPY bot/computers/__init__.py bot/computers/
COPY bot/computers/native bot/computers/native
RUN python -m bot.computers.native.building


FROM ${BASE}
ENV PATH=/opt/rookery/bin:$PATH \
    MPLCONFIGDIR=/tmp/matplotlib \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    ROOKERY_BACKUP_FOLDER=/data/backups \
    ROOKERY_DATABASE=/data/rookery.sqlite3

RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin rookery \
    && install --directory --owner=rookery --group=rookery --mode=0700 /data
VOLUME /data

WORKDIR /app
COPY LICENSE .
COPY --from=dependencies /opt/rookery /opt/rookery
COPY rules rules
COPY bot bot
COPY cogs cogs
COPY --from=solver /build/bot/computers/native bot/computers/native
RUN python -m compileall -q rules bot cogs

USER rookery
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["python", "-m", "bot.health"]
CMD ["python", "-m", "bot"]
