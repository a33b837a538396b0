import { defineCommand } from '../command.ts'
import { lstat, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readWorkerScript, versionOf, workerFileName } from '../../../mocks/parts/vite/worker-script.ts'
import { readNamedFile } from '../../../spec/index.ts'
import { writeToFile } from '../files.ts'
import { type Shell, UsageError } from '../shell.ts'

/** The command `init`. */
export const command = defineCommand({
  name: 'init',
  about: "Put MSW's worker script where a browser finds it, for the mock in a tab.",
  takes: { '<folder>': 'the folder that the app serves at /, such as public' },
  options: {},
  run: (_flags, shell, [folder = '']) => runInit(folder, shell),
  more: `
The script is that of the msw which the app in this folder has installed; run the command again when you update msw. The
copy goes into every build: do not deploy it. With Vite, the plugin of animal-store-kit/vite serves the script without a copy.

Examples:
  animal-store init public
  animal-store init static

Exit codes: 0 all went well, 1 a file could not be written, 2 the usage is wrong, or there is no msw that fits.`,
})

/** How an app starts the mock, so that its production build has nothing of it. */
const nextSteps = `
Then start the mock before the app sends its first request:

  if (process.env.NODE_ENV === 'development') {
    const { startMock } = await import('animal-store-kit/browser')
    const mock = await startMock({ baseUrl: 'https://api.example.com/v1', dataset: 'demo' })
    const { mountPanel } = await import('animal-store-kit/panel')
    mountPanel({ store: mock.store })
  }

webpack and most other bundlers leave these lines out of a production build. The worker script is in it: do not deploy it.
Next, Angular, Nuxt, SvelteKit, Astro, React Router and Vite can serve the script without a copy: see docs/recipes.
`

/**
 * Puts the worker script into a folder.
 * @param cwd where the app lies
 * @throws {UsageError} when there is no such folder, or another file has the script's name
 * @throws {MswError} when the app has no msw that fits
 */
export async function runInit(folder: string, shell: Shell, cwd = process.cwd()): Promise<void> {
  const file = join(folder, workerFileName)
  const place = resolve(cwd, file)
  if (!(await isFolder(resolve(cwd, folder)))) {
    const advice = 'Make the folder that the app serves at /, often public, or static with SvelteKit, and name it.'
    throw new UsageError(`There is no folder "${folder}" in ${cwd}. ${advice}`)
  }
  const { text, version } = readWorkerScript(cwd)
  const found = await textAt(place)
  const before = found === undefined ? undefined : versionOf(found)
  if (found !== undefined && before === undefined)
    throw new UsageError(`${file} is another file than MSW's worker script. Move it away, and run this again.`)
  if (found === text) shell.out(`${file} is the worker script of msw ${version} already.\n`)
  else {
    await writeToFile([text], place)
    const was = before === undefined ? '' : ` It was that of msw ${before} before.`
    shell.out(`${file} is the worker script of msw ${version} now.${was}\n`)
  }
  shell.out(nextSteps)
}

/** The text of a file; empty for a folder, a dead link and the like; `undefined` if there is nothing. */
async function textAt(place: string): Promise<string | undefined> {
  try {
    return readNamedFile(place).toString()
  } catch {
    const isThere = await lstat(place).catch(() => undefined)
    return isThere === undefined ? undefined : ''
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found?.isDirectory() === true
}
