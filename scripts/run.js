// Installs the packages of package-lock.json if they are not there, and then runs the command that it is given, if any.
// Every npm script begins with it, on the machine's own Node (20 or later); the packages bring Node 24. It runs scripts
// itself, because a shell goes on using the Node that it found before the install.
// It compares contents, not dates: a checkout gives the lock file a new date without changing it.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
// Holds the id of the process that installs: npm start and npm test may be begun at once.
const marker = join(root, '.installing')
if (reasonToInstall()) {
  waitForOther()
  const reason = reasonToInstall()
  const status = reason ? install(reason) : 0
  rmSync(marker)
  if (status !== 0) process.exit(status)
}
const given = process.argv.slice(2)
if (given.length > 0) run(given)

/** Runs a command as if it had been typed in place of this one: same streams, signals and exit code. */
function run([command, ...args]) {
  const child = spawn(command, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  // A terminal sends Ctrl-C to both; a program that ends this process means the command.
  process.on('SIGINT', () => undefined)
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // npm sends a signal to the shell that it started, which ends and tells nobody.
  const shell = process.ppid
  const watch = () => process.ppid === shell || child.kill('SIGTERM')
  if (process.env.npm_lifecycle_event) setInterval(watch, 500).unref()
  child.on('error', ({ message }) => {
    console.error(`Cannot run ${command}: ${message}`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal]
  })
}

/** Says why node_modules is not what package-lock.json asks for, or nothing if it is. */
function reasonToInstall() {
  const installedFile = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installedFile)) return 'node_modules is absent or incomplete'
  const locked = readPackages(join(root, 'package-lock.json'))
  const installed = readPackages(installedFile)
  const differs = (path) => {
    const [found, wanted] = [installed[path], locked[path]]
    // An optional package may be made for another system.
    if (!found) return !wanted.optional
    return found.version !== wanted?.version || found.integrity !== wanted.integrity
  }
  const path = Object.keys({ ...locked, ...installed }).find((each) => each !== '' && differs(each))
  if (path) return `${path} is not as the lock file has it`
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
  } catch {
    // npm ci says what is wrong with the lock file.
    return {}
  }
}

/** Waits while another process installs here; then this one may. */
function waitForOther() {
  for (let isSaid = false; ;) {
    try {
      return writeFileSync(marker, String(process.pid), { flag: 'wx' })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const other = existsSync(marker) ? Number(readFileSync(marker, 'utf8')) : 0
    if (isRunning(other)) {
      if (!isSaid) console.error(`Waiting for npm ci, which process ${other} runs here.`)
      isSaid = true
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
    } else rmSync(marker, { force: true })
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch ({ code }) {
    return code === 'EPERM'
  }
}

/** @returns the exit code of npm */
function install(why) {
  console.error(`Running npm ci, once, which takes a few minutes: ${why}.`)
  const options = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  // npm's own output goes to stderr: what the script prints on stdout may be read by a program.
  const stdio = ['ignore', 2, 2]
  const npm = process.env.npm_execpath ?? ''
  // npm must not run on the Node that it is about to replace, so not on process.execPath.
  const result = /npm-cli\.c?js$/.test(npm)
    ? spawnSync(process.env.npm_node_execpath ?? process.execPath, [npm, ...options], { cwd: root, stdio })
    : spawnSync('npm', options, { cwd: root, stdio, shell: process.platform === 'win32' })
  if (result.status === 0) return 0
  const end =
    result.error?.message ?? (result.signal ? `was ended by ${result.signal}` : `ended with code ${result.status}`)
  console.error(`Cannot install the packages of package-lock.json: npm ci ${end}. Its own words are above.`)
  return result.status || 1
}
