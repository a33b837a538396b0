import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { RunResult } from '../../../contract-tests/index.ts'
import { openZip } from './zip-file.ts'
import { printed } from '../../testing/printed.ts'
import { tempFolder } from '../../testing/temp-folder.ts'

const recordings = join(import.meta.dirname, 'recordings')
const files = readdirSync(recordings).filter((name) => !name.endsWith('.md'))
const zip = join(recordings, 'playwright-attach-faulty.zip')

const folder = tempFolder()

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
    const unrecorded = hasBodies ? { requestBodies: 0, responseBodies: 0 } : { requestBodies: 2, responseBodies: 10 }
    expect(result?.recording?.unrecorded).toEqual(unrecorded)
  },
)

/** Unpacks the zip as a user would. */
async function unpack(): Promise<string> {
  const to = join(folder, 'unpacked')
  mkdirSync(to, { recursive: true })
  const opened = await openZip(zip)
  for (const name of opened.names)
    writeFileSync(join(to, name), (await opened.readWhole(name, 1_000_000)) ?? Buffer.from('missing'))
  return join(to, 'har.har')
}

test('the bodies of an unpacked zip are read from beside the recording, and are not there without them', async () => {
  const har = await unpack()
  expect((await check(har)).found).toEqual(faults)
  const alone = join(folder, 'alone.har')
  // A name that leads elsewhere is no body.
  writeFileSync(alone, readFileSync(har, 'utf8').replaceAll(/"_file":\s*"/g, '"_file":"unpacked/'))
  const { found, result } = await check(alone)
  expect([found, result?.recording?.unrecorded.responseBodies]).toEqual([faults.slice(-1), 10])
})

// Made by Python's zipfile: a.txt, an empty file, and a comment that begins as the last record of a zip does.
const pythonZip = [
  'UEsDBBQAAAAAAAAAIVwL+UNWBgAAAAYAAAAFAAAAYS50eHRzdG9yZWRQSwMEFAAAAAAAAAAhXAAAAAAAAAAAAAAAAAUAAABlbXB0',
  'eVBLAQIUAxQAAAAAAAAAIVwL+UNWBgAAAAYAAAAFAAAAAAAAAAAAAACAAQAAAABhLnR4dFBLAQIUAxQAAAAAAAAAIVwAAAAAAAAA',
  'AAAAAAAFAAAAAAAAAAAAAACAASkAAABlbXB0eVBLBQYAAAAAAgACAGYAAABMAAAADgBQSwUGIGlzIG5vIGVuZA==',
].join('')

test('what other programs pack is read: stored, empty and with a comment', async () => {
  const file = join(folder, 'python.zip')
  writeFileSync(file, Buffer.from(pythonZip, 'base64'))
  const opened = await openZip(file)
  expect(opened.names).toEqual(['a.txt', 'empty'])
  expect((await opened.readWhole('a.txt', 6))?.toString()).toBe('stored')
  expect((await opened.readWhole('empty', 6))?.length).toBe(0)
  expect([await opened.readWhole('a.txt', 5), await opened.readWhole('b.txt', 6)]).toEqual([undefined, undefined])
})

/** A zip of which only the list of its files is there. */
function listOfFiles(names: readonly string[]): Buffer {
  const entries = names.map((name) => {
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50)
    entry.writeUInt16LE(name.length, 28)
    return Buffer.concat([entry, Buffer.from(name)])
  })
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt32LE(Buffer.concat(entries).length, 12)
  return Buffer.concat([...entries, end])
}

test('a zip of very many recordings is refused before the first one is opened', async () => {
  const file = join(folder, 'many.zip')
  writeFileSync(file, listOfFiles(Array.from({ length: 1001 }, (_, at) => `${at}.har`)))
  const { code, err } = await check(file)
  expect([code, err]).toEqual([2, expect.stringContaining('the zip has 1001 .har files in it, and at most 1000 are')])
})

test('damaged and other packed files end with 2 or 3, and say what to do', async () => {
  const bytes = readFileSync(zip)
  const broken = join(folder, 'broken.zip')
  for (let cut = 0; cut < bytes.length; cut += 97) {
    writeFileSync(broken, bytes.subarray(0, cut))
    expect((await check(broken)).code, `${cut} bytes`).toSatisfy((code) => code === 2 || code === 3)
  }
  writeFileSync(broken, bytes.subarray(0, 3000))
  expect((await check(broken)).err).toContain('Unzip it, and name the .har file in it')
  const packed = readFileSync(join(recordings, 'firefox-faulty.har.gz'))
  const cut = join(folder, 'cut.har.gz')
  writeFileSync(cut, packed.subarray(0, 2000))
  expect(await check(cut)).toMatchObject({ code: 3, result: { gaveUp: expect.stringContaining('damaged') } })
  expect(gunzipSync(packed).length).toBeGreaterThan(10_000)
})

test('a body that is too large to be judged is read once at most, however many entries name it', async () => {
  const to = join(folder, 'large')
  mkdirSync(to)
  const name = `${'a'.repeat(40)}.json`
  writeFileSync(join(to, name), `[${' '.repeat(6_000_000)}]`)
  const content = { size: 6_000_002, mimeType: 'application/json', _file: name }
  const request = { method: 'GET', url: 'http://x.test/v1/pets', headers: [] }
  const response = { status: 200, headers: [], content }
  const entries = Array.from({ length: 300 }, () => ({
    startedDateTime: '2026-11-20T10:00:00Z',
    time: 1,
    request,
    response,
  }))
  const har = join(to, 'large.har')
  writeFileSync(har, JSON.stringify({ log: { entries } }))
  const before = process.cpuUsage()
  const { result } = await check(har)
  expect(result?.recording?.leftOut).toEqual({ 'with a body of more than 5 MiB': 300 })
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(3000)
})
