# The shop as an image: built with the tools, run without them. `npm run test:install` does these steps in an empty
# directory and tries what comes out. Node itself is a package of the shop, so the last stage needs none.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# Node's headers and manuals are of no use to a running shop.
RUN npm ci --omit=dev && rm -r node_modules/node/node_modules

FROM debian:bookworm-slim
WORKDIR /app
RUN install -d -o 10001 -g 10001 -m 700 /data
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist/pages ./dist/pages
COPY --from=build /app/dist/client ./dist/client
COPY --from=build /app/dist/server ./dist/server
COPY package.json ./
COPY brand/*.ts ./brand/
COPY brand/emails ./brand/emails
COPY brand/texts ./brand/texts
COPY shared ./shared
COPY server ./server
# What an owner runs beside the shop: docker compose exec shop node scripts/doctor.ts
COPY scripts/admin-password.ts scripts/backup.ts scripts/doctor.ts scripts/restore.ts scripts/sample-data.ts scripts/seed.ts ./scripts/
ENV PATH=/app/node_modules/.bin:/usr/local/bin:/usr/bin:/bin NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 3000
# Healthy means that a shopper is served: the process answers, and so does the database.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
