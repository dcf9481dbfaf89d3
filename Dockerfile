# Retest in a container: built in one stage, run by an ordinary user from another that has nothing else in it.
# Pin the base by its digest: docker build --build-arg NODE_IMAGE=node:24-bookworm-slim@sha256:... .
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Whoever reaches npm's registry in a way of their own gives an .npmrc, and a file of certificates that it may name as
# /run/secrets/ca, as secrets of the build: they are in no layer.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca npm ci
# All that .dockerignore leaves: what the build needs is nowhere listed a second time.
COPY . .
RUN npm run build && npm run sbom && npm prune --omit=dev --offline

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 RETEST_DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/bin bin
COPY --from=build /app/package.json /app/LICENSE ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# Leaves without losing a request, if a balancer looks at /readyz: it takes five seconds more than SIGTERM.
STOPSIGNAL SIGQUIT
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s --retries=2 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/retest.js"]
CMD ["serve"]
