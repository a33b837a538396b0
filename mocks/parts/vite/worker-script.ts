import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** The file name that MSW and this kit look for by default. */
export const workerFileName = 'mockServiceWorker.js'

/** The app has no MSW, or none that fits. */
export class MswError extends Error {
  override readonly name = 'MswError'
}

/**
 * Reads the worker script of the MSW that the app in a folder uses, and its version.
 * @throws {MswError} when it has none, or one that is too old
 */
export function readWorkerScript(folder: string): { readonly text: string; readonly version: string } {
  const text = readFileSync(findScript(folder), 'utf8')
  const version = versionOf(text)
  const [major = 0, minor = 0] = (version ?? '').split('.').map(Number)
  if (version !== undefined && (major > 2 || (major === 2 && minor >= 7))) return { text, version }
  throw new MswError(
    `The app in ${folder} has msw ${version ?? 'of an unknown version'}, and the mock needs 2.7 or later, or 3. Run: npm install --save-dev msw@3`,
  )
}

function findScript(folder: string): string {
  try {
    return createRequire(join(folder, 'app.js')).resolve(`msw/${workerFileName}`)
  } catch (error) {
    const problem = `The app in ${folder} has no msw, which the mock in a tab needs. Run: npm install --save-dev msw`
    throw new MswError(problem, { cause: error })
  }
}

/** The version of MSW that a worker script belongs to; `undefined` when it is not a worker script of MSW. */
export function versionOf(script: string): string | undefined {
  return /Mock Service Worker/.test(script) ? /PACKAGE_VERSION = ['"]([\w.+-]{1,40})['"]/.exec(script)?.[1] : undefined
}
