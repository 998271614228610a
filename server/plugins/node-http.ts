/**
 * Node's HTTP server. An `import` would read each of its exports once. Two of them load the browser-like `fetch` with
 * its dependencies: 2 MB of memory and some 20 ms of each start.
 */
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http');
