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


FROM ${BASE}
ENV PATH=/opt/rookery/bin:$PATH \
    MPLCONFIGDIR=/tmp/matplotlib \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
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
RUN python -m compileall -q rules bot cogs

USER rookery
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["python", "-m", "bot", "health"]
CMD ["python", "-m", "bot"]
