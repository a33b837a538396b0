/**
 * What is used of node:http. An import statement would load its WebSocket as well, which takes a third of a start:
 * spec/decisions/0031-cold-start.md.
 */
export const { STATUS_CODES, ServerResponse, createServer } = process.getBuiltinModule('node:http')
