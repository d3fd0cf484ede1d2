# syntax=docker/dockerfile:1
# Targets: api (the API alone), agent (the private-location agent alone), all (`npm start`: API, agent and database).

FROM node:24-bookworm-slim AS dependencies
WORKDIR /pharos
COPY package.json package-lock.json .npmrc ./
RUN npm ci

FROM dependencies AS build
COPY . .
RUN npm run build

FROM node:24-bookworm-slim AS production-dependencies
WORKDIR /pharos
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev && npm cache clean --force

FROM node:24-bookworm-slim AS runtime
WORKDIR /pharos
ENV NODE_ENV=production
COPY package.json ./
COPY --from=production-dependencies /pharos/node_modules ./node_modules
COPY --from=build /pharos/dist ./dist
USER node

FROM runtime AS api
ENV PORT=3000
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/-/readiness`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/apps/api/src/main.js"]

FROM runtime AS agent
ENV AGENT_HEALTH_PORT=8081 PHAROS_SPOOL_DIRECTORY=/tmp/spool
EXPOSE 8081
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.AGENT_HEALTH_PORT}/-/readiness`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/apps/agent/src/main.js"]

FROM runtime AS all
ENV PORT=3000 AGENT_HEALTH_PORT=8081
EXPOSE 3000 8081
WORKDIR /home/node
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/-/readiness`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "/pharos/dist/src/main.js"]
