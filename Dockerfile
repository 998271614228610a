# The shop as an image: built with the tools, run without them. `npm run lab -- install` does these steps in an empty
# directory and tries what comes out. Node itself is a package of the shop, so the last stage needs none.
# Base images are Debian 13 by name; the update bot adds and renews their digests (.github/renovate.json).

FROM node:24-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
# An owner's brand, where there is one; its pictures are in dist.
RUN npm run build && mkdir -p my-brand && rm -rf my-brand/images

FROM node:24-trixie-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev

FROM debian:trixie-slim
LABEL org.opencontainers.image.title="shop" \
  org.opencontainers.image.description="Bilingual site, shop and admin of a small food brand" \
  org.opencontainers.image.licenses="MIT"
WORKDIR /app
RUN install -d -o 10001 -g 10001 -m 700 /data
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist/pages ./dist/pages
COPY --from=build /app/dist/client ./dist/client
COPY --from=build /app/dist/server ./dist/server
COPY --from=build /app/dist/render ./dist/render
COPY package.json ./
COPY brand/*.ts ./brand/
COPY brand/emails ./brand/emails
COPY brand/policies ./brand/policies
COPY brand/texts ./brand/texts
COPY --from=build /app/my-brand ./my-brand
COPY shared ./shared
COPY server ./server
COPY docs/owner-guide.md docs/owner-guide.es.md ./docs/
# What an owner runs beside the shop: docker compose exec shop node scripts/doctor.ts
COPY scripts/admin-password.ts scripts/backup.ts scripts/brand-folder.ts scripts/doctor.ts scripts/my-brand.ts scripts/restore.ts scripts/sample-data.ts scripts/seed.ts ./scripts/
ENV PATH=/app/node_modules/.bin:/usr/local/bin:/usr/bin:/bin NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 3000
# Healthy means that a shopper is served: the process answers, and so does the database. The shell asks by itself: a Node
# process every 15 seconds would cost more than the shop at rest.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$PORT && printf 'GET /readyz HTTP/1.0\\r\\nHost: 127.0.0.1\\r\\n\\r\\n' >&3 && read -r -t 4 line <&3 && [[ $line == *' 200 '* ]]"]
CMD ["node", "--max-semi-space-size=8", "dist/server/main.js"]
