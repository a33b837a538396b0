import { readdirSync, readlinkSync } from 'node:fs'
import { expect, test } from 'vitest'
import { program, programRun } from '../testing/program.ts'
import { tempFolder } from '../testing/temp-folder.ts'

const mutants = 'scripts/mutants/mutants.ts'

test.each([
  [['--n', 'many'], 'Cannot read --n "many": expected a whole number'],
  [['--sed', '1'], "Unknown option '--sed'"],
  [['mocks/nowhere'], 'Cannot find source files of the product in "mocks/nowhere"'],
  [['--since', 'no-such-commit'], 'Cannot compare with "no-such-commit"'],
])('%j is wrong usage', async (args, message) => {
  const { code, err } = await programRun([mutants, ...args])
  expect(code).toBe(2)
  expect(err).toContain(message)
  expect(err).not.toContain('    at ')
})

/** The working folders of all processes. */
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

// Only Linux shows them.
test.runIf(process.platform === 'linux')(
  'a signal leaves no copy and no test that runs',
  async () => {
    const folder = tempFolder()
    const { stop } = program([mutants, '--n', '2', 'spec/printable.ts'], { env: { TMPDIR: folder } })
    const inFolder = () => workingFolders().filter((each) => each.startsWith(folder))
    const files = () => readdirSync(folder, { recursive: true }).length
    await expect.poll(() => inFolder().length, { timeout: 60_000 }).toBeGreaterThan(0)
    const before = files()
    void stop()
    // It may come twice: to all of a group, and from the program that started this one.
    await expect.poll(files, { interval: 5 }).toBeLessThan(before)
    expect(await stop()).toEqual([143, null])
    await expect.poll(inFolder).toEqual([])
    expect(readdirSync(folder)).toEqual([])
  },
  90_000,
)
