import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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
