// Runs before the npm scripts, on the machine's own Node (18 or later), so that a fresh clone needs no install step.
// It compares contents, not only dates: a checkout gives the lock file a new date without changing it.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const reason = reasonToInstall()
if (reason) install(reason)

/** Says why node_modules is not what package-lock.json asks for, or nothing if it is. */
function reasonToInstall() {
  const installedFile = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installedFile)) return 'node_modules is absent or incomplete'
  const locked = readPackages(join(root, 'package-lock.json'))
  const installed = readPackages(installedFile)
  for (const [path, { version, integrity, optional }] of Object.entries(locked)) {
    if (path === '') continue
    const found = installed[path]
    // An optional package may be made for another system.
    if (!found && !optional) return `${path} is not installed`
    if (found && found.version !== version) return `${path} is ${found.version}, the lock file says ${version}`
    if (found && found.integrity !== integrity) return `${path} differs from the lock file`
  }
  for (const path of Object.keys(installed)) if (!locked[path]) return `${path} is not in the lock file`
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
  } catch {
    // npm ci says what is wrong with the lock file.
    return {}
  }
}

function install(why) {
  console.error(`Running npm ci, once: ${why}.`)
  const options = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  // npm's own output goes to stderr: what the script prints on stdout may be read by a program.
  const stdio = ['ignore', 2, 2]
  const npm = process.env.npm_execpath ?? ''
  // npm must not run on the Node that it is about to replace, so not on process.execPath.
  const result = /npm-cli\.c?js$/.test(npm)
    ? spawnSync(process.env.npm_node_execpath ?? process.execPath, [npm, ...options], { cwd: root, stdio })
    : spawnSync('npm', options, { cwd: root, stdio, shell: process.platform === 'win32' })
  if (result.status === 0) return
  const end =
    result.error?.message ?? (result.signal ? `was ended by ${result.signal}` : `ended with code ${result.status}`)
  console.error(`Cannot install the packages of package-lock.json: npm ci ${end}. Its own words are above.`)
  process.exit(result.status || 1)
}
