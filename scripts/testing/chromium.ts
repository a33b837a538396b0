import { spawnSync } from 'node:child_process'
import { existsSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isExecutable, makeFolderOnce, onPath } from '../../mocks/testing/programs.ts'

/** For a test that talks only to this machine: no sandbox (it may run as root), and no calls to anywhere else. */
const chromiumFlags = (
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking ' +
  '--disable-component-update --disable-sync'
).split(' ')

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'chrome.exe']

/**
 * Finds a Chromium: `CHROMIUM_PATH`, else one on `PATH`, else the one inside the npm package @sparticuz/chromium.
 * @returns its file, and what the environment needs so that it runs
 */
export async function findChromium() {
  const given = process.env['CHROMIUM_PATH']
  if (given && !isExecutable(given)) {
    throw new Error(`Cannot start the Chromium of CHROMIUM_PATH: "${given}" is not a file that can be run.`)
  }
  const executablePath = given || onPath(names)
  if (executablePath) return { executablePath, env: {} }
  if (process.platform === 'linux' && process.arch === 'x64') return unpackedChromium()
  throw new Error(
    `Cannot find a Chromium for the browser tests: looked for ${names.join(', ')} on PATH, and the one from npm is for` +
      ' Linux x64 only. Install Chromium or Chrome, or set CHROMIUM_PATH to its file.',
  )
}

/** How Playwright starts that Chromium. */
export async function launchOptions(flags: readonly string[] = [], ownEnv: Readonly<Record<string, string>> = {}) {
  const { executablePath, env } = await findChromium()
  // Playwright keeps Chromium from shared memory. With it, a page costs a tenth less.
  const ignoreDefaultArgs = hasMuchSharedMemory() ? ['--disable-dev-shm-usage'] : []
  const args = [...chromiumFlags, ...flags]
  return { executablePath, args, ignoreDefaultArgs, env: { ...process.env, ...env, ...ownEnv } }
}

/** Many containers have 64 MB, in which Chromium crashes. */
function hasMuchSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 1_000_000_000
  } catch {
    return false
  }
}

/** Unpacks the Chromium of the npm package once, which takes some seconds, into a folder that goes with node_modules. */
async function unpackedChromium() {
  const packageFolder = dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))))
  const folder = join(dirname(dirname(packageFolder)), '.cache', 'chromium')
  await makeFolderOnce(folder, (aside) => unpack(join(packageFolder, 'bin'), aside))
  const libraries = join(folder, 'al2023', 'lib')
  const env: Readonly<Record<string, string>> = {
    ...(existsSync(libraries) ? { LD_LIBRARY_PATH: libraries } : {}),
    ...(existsSync('/etc/fonts') ? {} : { FONTCONFIG_PATH: join(folder, 'fonts') }),
  }
  return { executablePath: join(folder, 'chromium'), env }
}

async function unpack(archives: string, folder: string): Promise<void> {
  const tmpdir = process.env['TMPDIR']
  // The package unpacks into the system's temporary folder, and takes whatever lies there under the same name.
  process.env['TMPDIR'] = folder
  try {
    const { default: chromium, inflate } = await import('@sparticuz/chromium')
    const file = await chromium.executablePath()
    const { status } = spawnSync(file, ['--version'], { stdio: 'ignore' })
    // The libraries that a small container lacks.
    if (status !== 0) await inflate(join(archives, 'al2023.tar.br'))
  } finally {
    if (tmpdir === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = tmpdir
  }
}
