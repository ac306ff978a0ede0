# Built in one stage, run in another: the image has neither sources nor development tools.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# The node of the image is the right one: no install script is needed.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build && npm run web
# What is for development goes; the packs, which are optional elsewhere, stay.
RUN npm pkg set --json \
  dependencies="$(node -p "const p = require('./package.json'); JSON.stringify({ ...p.dependencies, ...p.peerDependencies })")" \
  && npm pkg delete devDependencies peerDependencies peerDependenciesMeta \
  && npm prune --ignore-scripts --no-audit --no-fund

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
# Each of the many threads would get an arena of its own, which holds what its jobs have freed.
ENV MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# SIGTERM lets running conversions end; the service does so within half a minute.
STOPSIGNAL SIGTERM
CMD ["node", "dist/code/service.js"]
