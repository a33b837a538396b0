import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { writeToFile } from './files.ts'
import { run } from './run.ts'

test.skipIf(process.platform === 'win32')(
  'reports and profiles are for their owner alone, unless their file was there and had another mode',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'files-'))
    const shell = { out: () => undefined, err: () => undefined, columns: undefined }
    const modeOf = (file: string): number => statSync(file).mode & 0o777
    const [report, profile, other] = ['report.html', 'learned.json', 'animals.json'].map((name) => join(folder, name))
    try {
      const args = ['contract', '--read-only', '--report', `html=${report}`, '--learn', profile ?? '', '--quiet']
      expect(await run(args, shell)).toBe(0)
      expect([report, profile].map((file = '') => modeOf(file))).toEqual([0o600, 0o600])
      chmodSync(report ?? '', 0o664)
      expect(await run(args, shell)).toBe(0)
      expect(modeOf(report ?? '')).toBe(0o664)
      await writeToFile(['[]'], other ?? '')
      expect(modeOf(other ?? '')).toBe(0o666 & ~process.umask())
      expect(readFileSync(other ?? '', 'utf8')).toBe('[]')
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)

// As the file handles of Yarn PnP: one that its stream has closed cannot be closed again.
vi.mock(import('node:fs/promises'), async (load) => {
  const { open, ...others } = await load()
  const openOnce: typeof open = async (...args) => {
    const handle = await open(...args)
    const close = handle.close.bind(handle)
    handle.close = async () => (handle.fd === -1 ? Promise.reject(new Error('EBADF: bad file descriptor')) : close())
    return handle
  }
  return { ...others, open: openOnce }
})

test('writes a file beneath Yarn PnP', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'files-'))
  try {
    const file = join(folder, 'animals.json')
    expect(await writeToFile(['[', ']'], file)).toBe(false)
    expect(await writeToFile(['[1', ']'], file)).toBe(true)
    expect(readFileSync(file, 'utf8')).toBe('[1]')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
