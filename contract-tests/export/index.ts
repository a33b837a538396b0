import type { RunResult } from '../verdict/result.ts'
import { harFile } from './har-file.ts'
import { httpFile } from './http-file.ts'
import { vitestFile } from './vitest-file.ts'

/** What findings are exported as, by the end of the file's name. None of it needs this kit. */
export const exporters = {
  '.har': harFile,
  '.http': httpFile,
  '.test.ts': vitestFile,
} as const satisfies Readonly<Record<string, (result: RunResult) => string>>
