import { chmodSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { printed } from '../testing/printed.ts'
import { tempFolder } from '../testing/temp-folder.ts'
import { writeToFile } from './files.ts'

test.skipIf(process.platform === 'win32')(
  'reports and profiles are for their owner alone, unless their file was there and had another mode',
  async () => {
    const folder = tempFolder()
    const modeOf = (file: string): number => statSync(file).mode & 0o777
    const [report, profile] = [join(folder, 'report.json'), join(folder, 'learned.json')]
    const args = ['contract', '--read-only', '--report', `json=${report}`, '--learn', profile, '--quiet']
    expect((await printed(...args)).code).toBe(0)
    expect([report, profile].map(modeOf)).toEqual([0o600, 0o600])
    chmodSync(report, 0o664)
    expect((await printed(...args)).code).toBe(0)
    expect(modeOf(report)).toBe(0o664)
    const other = join(folder, 'animals.json')
    await writeToFile(['[]'], other)
    expect(modeOf(other)).toBe(0o666 & ~process.umask())
    expect(readFileSync(other, 'utf8')).toBe('[]')
  },
)
