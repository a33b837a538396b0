# The mock as an image: docker build -t animal-store . && docker run -p 4010:4010 -e ANIMAL_STORE_TOKEN=secret animal-store
# It listens on all addresses of its container, so the control API and the panel ask for the token.

# Both by digest, for all platforms: docs/docker.md says how to move them.
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY scripts/oldest/package.json scripts/oldest/
COPY scripts/runtime/package.json scripts/runtime/
COPY scripts/typescript-5.9/package.json scripts/typescript-5.9/
COPY scripts/typescript-6.0/package.json scripts/typescript-6.0/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# What stays is what npm ci installed by the lock file. The client of Redis is optional for users of the package; here it is for
# --state redis://….
RUN npm pack --silent \
  && npm pkg set "dependencies.@redis/client=$(node -p 'require("./package.json").devDependencies["@redis/client"]')" \
  && npm pkg delete devDependencies workspaces \
  && npm prune --omit=dev --omit=peer --ignore-scripts --no-audit --no-fund --offline \
  && mkdir -p /app node_modules/animal-store-kit \
  && tar -xzf animal-store-kit-*.tgz --strip-components=1 -C node_modules/animal-store-kit \
  && mv node_modules /app

FROM node:24.21.0-alpine3.24@sha256:ebfe2f90462722a7a4de65e91990e97fe0d401c70e0e762c5b53302f905ec1c1
ENV NODE_ENV=production
COPY --from=build /app /app
# What --state keeps goes here: -v animals:/data, and --state animals.state.
RUN mkdir /data && chown node:node /data
WORKDIR /data
# By number, so that Kubernetes can see that it is not root.
USER 1000:1000
EXPOSE 4010
HEALTHCHECK --interval=5s --timeout=3s --start-period=5s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4010/_mock/health').then(({ ok }) => process.exit(ok ? 0 : 1), ({ cause }) => process.exit(cause?.code === 'ECONNREFUSED' ? 1 : 0))"]
ENTRYPOINT ["node", "/app/node_modules/animal-store-kit/dist/scripts/animal-store.js", "mock", "--host", "0.0.0.0"]
