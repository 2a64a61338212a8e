# Turnus without the embedded database: it wants a PostgreSQL of its own (DATABASE_URL). compose.yaml and deploy/kubernetes use this image.
# Node runs the sources as they are; nothing is compiled but the console.
FROM node:24-slim AS packages
WORKDIR /opt/turnus
COPY package.json package-lock.json ./
# Optional packages are Node and PostgreSQL for every platform: the image has the one, and the database is elsewhere.
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

# The console is built with the development packages, which stay behind here.
FROM node:24-slim AS console
WORKDIR /opt/turnus
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json ./
COPY scripts/build-console.mjs ./scripts/
COPY examples ./examples
COPY src ./src
RUN ["node", "--input-type=module", "-e", "import { buildConsole } from './scripts/build-console.mjs'; const failure = buildConsole(process.execPath); if (failure !== null) throw new Error(failure)"]

FROM node:24-slim
WORKDIR /opt/turnus
RUN printf '#!/bin/sh\nexec node /opt/turnus/src/cli/main.ts "$@"\n' > /usr/local/bin/turnus && chmod 755 /usr/local/bin/turnus
COPY --from=packages /opt/turnus/node_modules ./node_modules
COPY --from=console /opt/turnus/build ./build
COPY package.json LICENSE ./
COPY migrations ./migrations
COPY src ./src
# Nobody but root may change what is above, and the process needs to write nowhere: run it with a read-only file system.
USER 1000:1000
ENV NODE_ENV=production TURNUS_HOST=0.0.0.0 TURNUS_METRICS_PORT=9464
EXPOSE 8080 9464
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:9464/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["turnus"]
CMD ["serve"]
