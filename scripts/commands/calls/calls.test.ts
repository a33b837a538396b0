import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createControl } from '../../../mocks/control/index.ts'
import { reportTarget } from '../../../mocks/control/client/sandbox-path.ts'
import { tabTransport } from '../../../mocks/control/client/tab-transport.ts'
import { startServer } from '../../../mocks/http/index.ts'
import { createAnimalStore } from '../../../mocks/entry.ts'
import { atEnd } from '../../testing/at-end.ts'
import { printed, printedIn } from '../../testing/printed.ts'
import { programRun } from '../../testing/program.ts'
import { tempFolder } from '../../testing/temp-folder.ts'

const store = createAnimalStore()
const panel = async () => ({ type: '', body: '' })
const server = await startServer({
  store,
  port: 0,
  control: createControl(store, { panel }),
})
atEnd(() => server.close())
const mock = ['--url', server.url, '--sandbox', 'box']
const body = '{"name":"Zo\u00eb \u202e","categoryId":9007199254740993}'
const headers = { authorization: 'Bearer test_pro.box', 'content-type': 'application/json' }
await fetch(`${server.url}/v1/pets?limit=2`, { headers: { authorization: 'Bearer test_free_exhausted.box' } })
await fetch(`${server.url}/v1/pets`, { method: 'POST', headers, body })
await fetch(`${server.url}/v1/pets/1`, { headers: { authorization: 'Bearer test_revoked.box' } })
await fetch(`${server.url}/v1/pets/999`, { headers })
await fetch(`${server.url}/v1/pets`, { headers: { authorization: 'Bearer a-key-nobody-may-read' } })

test('the calls of a sandbox are listed, by status and by operation', async () => {
  const { code, out } = await printed('calls', ...mock)
  expect([code, out.replaceAll(/\d\d:\d\d:\d\d/g, 'HH:MM:SS').replaceAll(/(?:<?[\d.]+ ms|took) +/g, 'TOOK  ')]).toEqual(
    [
      0,
      `
call  time      key                      method  target            status  TOOK  why
1     HH:MM:SS  test_free_exhausted.box  GET     /v1/pets?limit=2  429     TOOK  no request is left in the minute
2     HH:MM:SS  test_pro.box             POST    /v1/pets          201     TOOK  animal 61 added · 299 of 300 left
3     HH:MM:SS  test_revoked.box         GET     /v1/pets/1        401     TOOK  the key is revoked
4     HH:MM:SS  test_pro.box             GET     /v1/pets/999      404     TOOK  no animal 999
`.slice(1),
    ],
  )
  expect((await printed('calls', ...mock, '--status', '4xx', '--operation', 'getPet')).out).toMatch(/\n3 .*\n4 .*\n$/)
  expect((await printed('calls', ...mock, '--status', '500')).out).toBe('No call fits.\n')
  expect(JSON.parse((await printed('calls', ...mock, '--json', '--limit', '1')).out)).toMatchObject([{ number: 4 }])
})

test('every call that a journal keeps is found, however many it keeps', async () => {
  store.sandbox('long').set({ journal: { entries: 2000 } })
  const call = { method: 'GET', target: '/v1/pets/1', headers: { authorization: 'Bearer test_enterprise.long' } }
  for (let number = 1; number <= 1010; number++) await store.answer(call)
  const { code, out } = await printed('why', '2', '--url', server.url, '--sandbox', 'long')
  expect([code, out]).toEqual([0, expect.stringMatching(/^Call 2 at /)])
})

test('a call is told step by step, with no key of somebody', async () => {
  const { out } = await printed('why', '1', ...mock)
  expect(out).toMatch(
    /^Call 1 at \S+: GET \/v1\/pets\?limit=2 → 429\n {2}key .*\n→ quota {6}No request is left in the minute: wait \d+ s \(Retry-After\) \(section 8\)\.\n/,
  )
  const missing = (await printed('why', '4', ...mock)).out
  expect(missing).toContain('\n→ operation  Operation getPet: no animal 999 (section 4.3).\n')
  const printedOf = (number: string) => printed('why', number, ...mock)
  expect((await printedOf('3')).out).toContain('\n! finding    deprecated-operation (')
  for (const how of [[], ['--raw'], ['--curl']]) {
    const told = await printed('why', '1', '--url', server.url, ...how)
    expect([told.code, told.out.includes('nobody-may-read')]).toEqual([0, false])
  }
})

test('--raw prints no reply that was never sent', async () => {
  const cut = { authorization: 'Bearer test_pro.cut', prefer: 'scenario=reset' }
  await fetch(`${server.url}/v1/pets`, { headers: cut }).catch(() => undefined)
  const { out, err } = await printed('why', '1', '--url', server.url, '--sandbox', 'cut', '--raw')
  expect([err, out]).toEqual(['No reply was sent.\n', expect.not.stringContaining('HTTP/1.1 200')])
})

test('--raw prints what went over the wire, and steers no terminal; --curl sends it once more', async () => {
  const { out } = await printed('why', '2', ...mock, '--raw')
  expect(out).toMatch(/^POST \/v1\/pets HTTP\/1\.1\r\n[^]*\r\n\r\n[^]*\r\nHTTP\/1\.1 201 Created\r\n/)
  expect(out).toContain(`\r\n\r\n${body}\r\n`)
  expect((await printedIn(80, 'why', '2', ...mock, '--raw')).out).not.toMatch(/[^\P{C}\n]/u)
  const curl = await printed('why', '2', ...mock, '--curl')
  const again = await programRun(['-c', curl.out], { file: 'sh' })
  expect(again.out).toMatch(/^HTTP\/1\.1 201 /)
  expect(again.out).toContain('"categoryId":9007199254740993')
})

test('the page of a failed test answers as its mock did', async () => {
  const file = join(tempFolder(), 'animal-store.html')
  const saved = await fetch(`${server.url}/_mock/sandboxes/box/report`)
  writeFileSync(file, await saved.text())
  for (const words of [
    ['calls', '--json'],
    ['why', '2'],
    ['why', '2', '--raw'],
    ['why', '2', '--curl'],
  ])
    expect(await printed(...words, '--page', file)).toEqual(await printed(...words, ...mock))
  const listed = await printed('calls', ...mock)
  expect((await printed('calls', '--page', file)).out).toMatch(/^A saved page: the sandbox box at \d{4}-\S+Z\.\n/)
  expect((await printed('calls', '--page', file)).out).toContain(listed.out)
  expect(await printed('why', '9', '--page', file)).toMatchObject({
    code: 1,
    err: `There is no call 9 in ${file}. It has 1 to 5.\n`,
  })
  writeFileSync(file, await tabTransport(store, { panel }).read(reportTarget('box', { test: 'a customer\nwaits' })))
  expect((await printed('calls', '--page', file)).out).toMatch(/^The page of the failed test "a customer\\nwaits": the/)
  expect(await printed('why', '2', '--curl', '--page', file)).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('without an address'),
  })
  expect(await printed('calls', '--page', 'package.json')).toMatchObject({ code: 2, out: '' })
})

test('a call that is not there, and a mock that is not, are said in a line', async () => {
  expect(await printed('why', '9', ...mock)).toMatchObject({
    code: 1,
    err: 'There is no call 9 in the sandbox box. It has 1 to 5.\n',
  })
  expect(await printed('calls', '--url', '127.0.0.1:4610/v1')).toMatchObject({
    code: 2,
    err: expect.stringContaining('such as http://127.0.0.1:4010. Did you mean http://127.0.0.1:4610?') as string,
  })
  const gone = await printed('calls', '--url', 'http://127.0.0.1:9')
  expect(gone).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      /^Cannot read the calls of .*:9: .* Is the address right\? To start a mock: animal-store mock\n$/,
    ),
  })
})
