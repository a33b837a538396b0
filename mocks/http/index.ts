/** The mock as an HTTP server, on `node:http` alone, and what it can serve beside the interface. */
export {
  type Control,
  type ControlOptions,
  type ControlReply,
  type PanelFile,
  type PanelFiles,
  createControl,
} from '../control/index.ts'
export { type AnimalFile, AnimalFileError, type AnimalFileOrigin, openAnimalFile } from '../parts/animal-file/index.ts'
export { type Certificate, CertificateError } from './certificate.ts'
export { GuardError } from './guard.ts'
export { ListenError } from './listen.ts'
export { type MockReportOptions, mockReport } from '../parts/node/mock-report.ts'
export { readPanelFiles } from './panel-files.ts'
export { type RunningServer, type ServerOptions, startServer } from './start-server.ts'
