import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RunResult } from '../../../contract-tests/index.ts'
import { printed } from '../../testing/printed.ts'
import { tempFolder } from '../../testing/temp-folder.ts'

const recordings = join(import.meta.dirname, 'recordings')
const files = readdirSync(recordings).filter((name) => name.endsWith('.har.gz'))

async function check(file: string) {
  const { code, out, err } = await printed('check', file, '--json')
  const result = out === '' ? undefined : (JSON.parse(out) as RunResult)
  return { code, err, result, found: result?.findings.map(({ clause }) => clause) }
}

const ofBodies = ['2/error-code', '4.1/limit-most', '4.1/status-filter', '4.2/category-id-as-sent']
const faults = [...ofBodies, '8/headers-on-every-response']

test.each(files.filter((name) => name.includes('conforming')))('nothing is blamed in %s', async (name) => {
  const { code, result } = await check(join(recordings, name))
  expect(code).toBe(0)
  expect(result).toMatchObject({ findings: [], recording: { judged: 10 } })
  expect(result?.recording?.leftOut).toMatchObject({ 'from a cache': 5 })
})

test.each(files.filter((name) => name.includes('faulty')))(
  'what was recorded of the faults is found in %s',
  async (name) => {
    const hasBodies = !name.includes('omit')
    const { code, result, found } = await check(join(recordings, name))
    expect([code, found]).toEqual([1, hasBodies ? faults : faults.slice(-1)])
    expect(result?.recording?.withoutBody).toBe(hasBodies ? 0 : 10)
  },
)

test('a packed recording that is cut cannot be read, and of a zip it is said what to do', async () => {
  const file = join(tempFolder(), 'cut.har.gz')
  writeFileSync(file, readFileSync(join(recordings, 'firefox-faulty.har.gz')).subarray(0, 2000))
  expect(await check(file)).toMatchObject({ code: 2, err: expect.stringContaining('unexpected end of file') })
  writeFileSync(file, 'PK\u0003\u0004')
  expect(await check(file)).toMatchObject({ code: 2, err: expect.stringContaining('Unzip it, and name the .har file') })
})
