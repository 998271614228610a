/**
 * Node's HTTP server. An `import` of it would read each of its exports once, and two of them load the browser-like
 * `fetch` with all that belongs to it: 2 MB at rest and some 20 ms of each start.
 */
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http');
