import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { program } from './testing/program.ts'
import { tempFolder } from './testing/temp-folder.ts'

const locked = {
  '': { name: 'a-project' },
  'node_modules/ajv': { version: '8.20.0', integrity: 'sha512-a' },
  'node_modules/fsevents': { version: '2.3.3', integrity: 'sha512-b', optional: true },
}
const installed = { 'node_modules/ajv': { version: '8.20.0', integrity: 'sha512-a' } }

test('installs into a fresh clone, and says so in one line', () => {
  const project = makeProject()
  const stderr = 'Running npm ci, once, which takes a few minutes: node_modules is absent or incomplete.\n'
  expect(project.run()).toEqual({ status: 0, stdout: '', stderr })
  expect(project.npmCall()).toMatch(/^ci --include=dev --include=optional /)
})

test('does nothing, and says nothing, when what is locked is installed', () => {
  const project = makeProject(installed)
  expect(project.run()).toEqual({ status: 0, stdout: '', stderr: '' })
  // A lock file that is younger says the same.
  project.touchLock()
  expect(project.run()).toEqual({ status: 0, stdout: '', stderr: '' })
  expect(project.npmCall()).toBeUndefined()
})

const ajv = 'node_modules/ajv'

test.each([
  ['a package is missing', {}, ajv],
  ['a version differs', { [ajv]: { version: '8.17.1', integrity: 'sha512-a' } }, ajv],
  ['a package differs', { [ajv]: { version: '8.20.0', integrity: 'sha512-c' } }, ajv],
  ['a package is no longer locked', { ...installed, 'node_modules/msw': { version: '3.0.5' } }, 'node_modules/msw'],
])('installs when %s', (_, found, path) => {
  const project = makeProject(found)
  const reason = `${path} is not as the lock file has it`
  expect(project.run().stderr).toBe(`Running npm ci, once, which takes a few minutes: ${reason}.\n`)
  expect(project.npmCall()).toBeDefined()
})

test('of two that are begun at once, one installs, and both run', async () => {
  const project = makeProject()
  const begin = () =>
    program(['scripts/run.js', process.execPath, '-e', "console.log('ran')"], {
      cwd: project.folder,
      env: { ...project.npm, NPM_WAITS: 'yes' },
    })
  const first = begin()
  await expect.poll(() => project.npmCall()).toBeDefined()
  const second = begin()
  await expect.poll(second.err).toBe(`Waiting for npm ci, which process ${first.child.pid} runs here.\n`)
  project.install()
  for (const { ended, out } of [first, second]) expect([await ended, out()]).toEqual([[0, null], 'ran\n'])
  expect(existsSync(join(project.folder, '.installing'))).toBe(false)
})

test('installs where one that was killed left its mark', () => {
  const project = makeProject()
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  writeFileSync(join(project.folder, '.installing'), String(pid))
  expect(project.run().status).toBe(0)
  expect(project.npmCall()).toBeDefined()
})

test('passes the failure of npm on, and does not run the command', () => {
  const run = makeProject().run({ NPM_ENDS_WITH: '7' }, "console.log('ran')")
  expect(run).toMatchObject({ status: 7, stdout: '' })
  expect(run.stderr).toContain('npm: no such package\n')
  expect(run.stderr).toContain(
    'Cannot install the packages of package-lock.json: npm ci ended with code 7. Its own words are above.\n',
  )
})

test('runs the command with its streams and its exit code', () => {
  const run = makeProject(installed).run({}, "console.log('out'); console.error('err'); process.exitCode = 3")
  expect(run).toEqual({ status: 3, stdout: 'out\n', stderr: 'err\n' })
})

test('passes SIGTERM on to the command, and ends as it does', async () => {
  const { folder } = makeProject(installed)
  const code = "process.on('SIGTERM', () => process.exit(7)); setInterval(() => {}, 1000); console.log('ready')"
  const { out, stop } = program(['scripts/run.js', process.execPath, '-e', code], { cwd: folder })
  await expect.poll(out).toBe('ready\n')
  expect(await stop()).toEqual([7, null])
})

test.skipIf(process.platform === 'win32')('ends the command when npm ended the shell between them', async () => {
  const { folder } = makeProject(installed)
  const code = "setInterval(() => {}, 1000); console.log('ready')"
  const line = `"${process.execPath}" scripts/run.js "${process.execPath}" -e "${code}"; true`
  const shell = spawn('sh', ['-c', line], { cwd: folder, env: { ...process.env, npm_lifecycle_event: 'start' } })
  await once(shell.stdout, 'data')
  shell.kill('SIGTERM')
  // The command has the other end of the stream as long as it lives.
  expect(await once(shell.stdout, 'close')).toEqual([false])
})

/** A project in a folder of its own, with an npm that only notes how it was called. */
function makeProject(found?: object) {
  const folder = tempFolder()
  const lock = join(folder, 'package-lock.json')
  const npm = join(folder, 'npm-cli.cjs')
  const note = join(folder, 'npm-call')
  mkdirSync(join(folder, 'scripts'))
  copyFileSync('scripts/run.js', join(folder, 'scripts', 'run.js'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(lock, JSON.stringify({ packages: locked }))
  writeFileSync(
    npm,
    `const { existsSync, writeFileSync } = require('node:fs')
    writeFileSync(${JSON.stringify(note)}, process.argv.slice(2).join(' '))
    const parent = process.ppid
    while (process.env.NPM_WAITS && process.ppid === parent && !existsSync('node_modules/.package-lock.json'));
    if (process.env.NPM_ENDS_WITH) console.error('npm: no such package')
    process.exit(Number(process.env.NPM_ENDS_WITH || 0))`,
  )
  const install = (packages: object = installed) => {
    mkdirSync(join(folder, 'node_modules'))
    writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))
  }
  if (found) install(found)
  const ownNpm = { npm_execpath: npm, npm_node_execpath: process.execPath }
  return {
    folder,
    install,
    npm: ownNpm,
    run: (env: NodeJS.ProcessEnv = {}, code = '') => {
      const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/run.js', process.execPath, '-e', code], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, ...ownNpm, ...env },
      })
      return { status, stdout, stderr }
    },
    npmCall: () => (existsSync(note) ? readFileSync(note, 'utf8') : undefined),
    touchLock: () => utimesSync(lock, new Date(), new Date(Date.now() + 60_000)),
  }
}
