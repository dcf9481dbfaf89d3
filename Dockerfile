# Retest in a container: built in one stage, run by an ordinary user from another that has nothing else in it.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json ./
COPY scripts/clean.js scripts/bundle.js scripts/
COPY src src
COPY web web
RUN npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 RETEST_DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY bin bin
COPY package.json LICENSE ./
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
