/** The mock as an HTTP server, on `node:http` alone. */
export { ListenError } from './listen-error.ts'
export { type HttpControl, type RunningServer, type ServerOptions, startServer } from './start-server.ts'
export { readPanelFiles } from './panel-files.ts'
export type { PanelFile, PanelFiles } from './panel-reply.ts'
