import { lstat, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readWorkerScript, versionOf, workerFileName } from '../../../mocks/vite/worker-script.ts'
import { ExitWith, type Shell, UsageError } from '../shell.ts'
import type { InitFlags } from './init-command.ts'

const next = `
Then start the mock before the app sends its first request:

  if (import.meta.env.DEV) {
    const { startMock } = await import('animal-store-kit/browser')
    await startMock({ baseUrl: 'https://api.example.com/v1' })
  }
`

/**
 * Puts the worker script into a folder, or looks whether it is there.
 * @param cwd where the app lies
 * @throws {UsageError} when there is no such folder, or another file has the script's name
 * @throws {MswError} when the app has no msw that fits
 */
export async function runInit(folder: string, flags: InitFlags, shell: Shell, cwd = process.cwd()): Promise<void> {
  const file = join(folder, workerFileName)
  const place = resolve(cwd, file)
  if (!(await isFolder(resolve(cwd, folder)))) {
    const advice = 'Make the folder that the app serves at /, often public, and name it.'
    throw new UsageError(`There is no folder "${folder}" in ${cwd}. ${advice}`)
  }
  const { text, version } = readWorkerScript(cwd)
  const found = await textAt(place)
  if (found === text) {
    shell.out(`${file} is the worker script of msw ${version} already.\n`)
  } else if (flags.check === true) {
    shell.err(`${file} is ${nameOf(found)}, and the app has msw ${version}. Run: npx animal-store init ${folder}\n`)
    throw new ExitWith(1)
  } else {
    if (found !== undefined && versionOf(found) === undefined) {
      throw new UsageError(`${file} is another file than MSW's worker script. Move it away, and run this again.`)
    }
    await writeFile(place, text)
    const before = found === undefined ? '' : ` It was ${nameOf(found)} before.`
    shell.out(`${file} is the worker script of msw ${version} now.${before}\n`)
  }
  if (flags.check !== true) shell.out(next)
}

/** The text of a file; none where a folder, a link that leads nowhere or the like has its place, and `undefined` for nothing. */
async function textAt(place: string): Promise<string | undefined> {
  try {
    return await readFile(place, 'utf8')
  } catch {
    const isThere = await lstat(place).catch(() => undefined)
    return isThere === undefined ? undefined : ''
  }
}

function nameOf(found: string | undefined): string {
  if (found === undefined) return 'missing'
  const version = versionOf(found)
  return version === undefined ? "another file than MSW's worker script" : `that of msw ${version}`
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found?.isDirectory() === true
}
