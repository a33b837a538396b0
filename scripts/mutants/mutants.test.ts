import { type SpawnOptions, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

function start(args: readonly string[], options: SpawnOptions = {}) {
  const child = spawn(process.execPath, ['scripts/mutants/mutants.ts', ...args], { stdio: 'pipe', ...options })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += String(data)))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { child, ended, output: () => output }
}

test.each([
  [['--n', 'many'], 'Cannot read --n "many": expected a whole number'],
  [['--sed', '1'], "Unknown option '--sed'"],
  [['mocks/nowhere'], 'Cannot find source files of the product in "mocks/nowhere"'],
])('%j is wrong usage', async (args, message) => {
  const { ended, output } = start(args)
  expect(await ended).toBe(2)
  expect(output()).toContain(message)
  expect(output()).not.toContain('    at ')
})

/** The working folders of all processes, where the system shows them. */
function workingFolders(): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readlinkSync(`/proc/${pid}/cwd`)]
      } catch {
        return []
      }
    })
}

test.runIf(process.platform === 'linux').each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s leaves no copy and no test that runs',
  async (signal) => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mutants-ended-')))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const { child, ended } = start(['--n', '2', 'spec/printable.ts'], { env: { ...process.env, TMPDIR: folder } })
    const inFolder = () => workingFolders().filter((each) => each.startsWith(folder))
    const files = () => readdirSync(folder, { recursive: true }).length
    await expect.poll(() => inFolder().length, { timeout: 60_000 }).toBeGreaterThan(0)
    const before = files()
    child.kill(signal)
    // It may come twice: to all of a group, and from the program that started this one.
    await expect.poll(files, { interval: 5 }).toBeLessThan(before)
    child.kill(signal)
    expect(await ended).toBe({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal])
    await expect.poll(inFolder).toEqual([])
    expect(readdirSync(folder)).toEqual([])
  },
  90_000,
)
