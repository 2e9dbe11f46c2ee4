# The image of the server with the app in it. docs/deploy.md leads through it.
FROM node:26.11.1-trixie-slim AS build
WORKDIR /porchlight
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build
# The app's packages are in its bundle. The packages' own source maps, types and documents are read by nobody here.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && node scripts/serverPackages.mjs \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' -o -name '*.md' \) -delete \
  && mkdir /data

# Node and what it needs, without a shell, as a user who is nobody (65532).
FROM gcr.io/distroless/nodejs26-debian13:nonroot
LABEL org.opencontainers.image.title="Porchlight" org.opencontainers.image.licenses="MIT"
WORKDIR /porchlight
ENV NODE_ENV=production DATA_DIR=/data NODE_OPTIONS=--enable-source-maps MALLOC_MMAP_THRESHOLD_=32768
COPY --from=build /porchlight/package.json ./
COPY --from=build /porchlight/node_modules ./node_modules
COPY --from=build /porchlight/dist ./dist
COPY --from=build --chown=65532:65532 /data /data
# The one folder that is written: the embedded database and the photos, where no PostgreSQL server and no S3 store is set.
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s \
  CMD ["/nodejs/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["dist/server/main.js"]
