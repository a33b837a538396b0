import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { buildCommand } from './build/command-build.ts'
import { type Program, addressOf, program } from './testing/program.ts'
import { tempFolder } from './testing/temp-folder.ts'

// As it is published, which also starts in a third of the time that the sources take.
const built = fileURLToPath(new URL('.built/', import.meta.url))
const file = join(built, 'animal-store.js')
afterAll(() => rmSync(built, { recursive: true }))
await buildCommand(built)

interface Running extends Program {
  /** The address of the interface, once it is printed. */
  readonly address: string
}

function launch(args: readonly string[], env: NodeJS.ProcessEnv = {}): Program {
  const plain = { NO_COLOR: undefined, FORCE_COLOR: undefined, ANIMAL_STORE_TOKEN: undefined }
  return program([file, ...args], { env: { ...plain, ...env } })
}

async function start(args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Running> {
  const launched = launch(['mock', '--port', '0', ...args], env)
  return { ...launched, address: await addressOf(launched) }
}

function get(
  address: string,
  path = '/pets',
  key = 'test_pro',
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${address}${path}`, { headers: { Authorization: `Bearer ${key}`, ...headers } })
}

/** A mock that several tests use. */
const plain = await start(['--allow-host', 'mock.test', '--allow-host', 'zoo.test:8080'])

/** The lines that were printed for calls. */
function callLines(text: string): string[] {
  return text.split('\n').filter((line) => /^[0-9]{2}:[0-9]{2}:[0-9]{2} /.test(line))
}

test('the printed curl line works when pasted', async () => {
  const { out } = plain
  await expect.poll(out).toContain('One line for each call')
  const line = /curl .*$/m.exec(out())?.[0] ?? ''
  const answer = spawnSync(line, { shell: true, encoding: 'utf8' }).stdout
  expect(answer).toMatch(/^HTTP\/1\.1 200/)
  expect(answer.match(/"id":/g)?.length).toBe(3)
  await expect.poll(() => callLines(out()).length).toBe(1)
})

test('a name of one’s own reaches the control API, if it is allowed', async () => {
  const { port } = new URL(plain.address)
  for (const [host, status] of [
    ['mock.test', 200],
    ['zoo.test:8080', 200],
    ['evil.test', 403],
  ] as const) {
    const asking = request({ port, path: '/_mock', headers: { host } }).end()
    const [response] = (await once(asking, 'response')) as [IncomingMessage]
    response.resume()
    expect([host, response.statusCode]).toEqual([host, status])
  }
})

test('a second mock is told of the first; Ctrl-C ends that with 0, also where npm passes it on a second time', async () => {
  const second = launch(['mock', '--port', new URL(plain.address).port])
  expect(await second.ended).toEqual([2, null])
  expect(second.err()).toContain('A mock of animal-store answers at http://127.0.0.1')
  void plain.stop('SIGINT')
  expect(await plain.stop('SIGINT')).toEqual([0, null])
  expect(plain.out()).toMatch(/\nStopped after 1 call\. /)
})

test('colours come when they are forced, and never when they are refused', async () => {
  const forced = await start([], { FORCE_COLOR: '1' })
  await get(forced.address, '/none')
  await expect.poll(forced.out).toContain('\u001b[33m404')
  const none = await start([], { FORCE_COLOR: '0' })
  await get(none.address, '/none')
  await expect.poll(() => callLines(none.out()).length).toBe(1)
  expect(none.out()).not.toContain('\u001b')
})

test('--log json prints nothing but objects, one in each line, whatever a call holds', async () => {
  const { out, address } = await start(['--log', 'json', '--choose', 'page-cap=7'])
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  const target = '/v1/pets?x="\\{}%1b[31m'
  socket.end(Buffer.from(`GET ${target} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`, 'latin1')).resume()
  await once(socket, 'close')
  await get(address, '/pets/1')
  await expect.poll(() => out().split('\n').length).toBe(4)
  expect(out()).not.toMatch(/[^\P{C}\n]/u)
  const [listening, hostile, call] = out()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(listening).toMatchObject({ event: 'listening', address, animals: 60, profile: { 'page-cap': '7' } })
  expect(hostile).toMatchObject({ event: 'call', target, status: 401 })
  expect(call).toMatchObject({ event: 'call', target: '/v1/pets/1', status: 200, plan: 'pro', sandbox: 'default' })
})

test('every flag reaches the store', async () => {
  const folder = tempFolder()
  const fileOf = (name: string, value: object) => {
    writeFileSync(join(folder, name), JSON.stringify(value))
    return join(folder, name)
  }
  const keys = fileOf('keys.json', { 'key-of-mine-1': 'business', 'key-of-mine-2': { plan: 'pro', sandbox: 'mine' } })
  const profile = fileOf('profile.json', { 'list-order': 'newest-first', 'page-cap': 5 })
  const { address, out } = await start([
    '--dataset=large',
    '--count=50',
    '--seed=3',
    `--keys=${keys}`,
    `--profile=${profile}`,
    '--choose=page-cap=4',
    '--scenario=not-found:1',
    '--scenario=empty:listPets:1',
    '--clock=frozen@2031-01-01T00:00:00Z',
    '--latency=40-60',
    '--fault=header-limit-policy',
  ])
  const startedAt = performance.now()
  expect(await (await get(address)).json()).toEqual([])
  expect(performance.now() - startedAt).toBeGreaterThan(35)
  const list = await get(address, '/pets', 'key-of-mine-1')
  expect(((await list.json()) as { id: number }[]).map(({ id }) => id)).toEqual([50, 49, 48, 47])
  expect(list.headers.get('X-RateLimit-Limit')).toBe('1000;w=60')
  expect(list.headers.get('Date')).toBe('Wed, 01 Jan 2031 00:00:00 GMT')
  expect((await get(address, '/pets/1?key=key-of-mine-1', 'key-of-mine-2')).status).toBe(404)
  await expect.poll(() => callLines(out()).length).toBe(3)
  expect(out()).toMatch(/ business +fault header-limit-policy; 4 animals/)
  expect(out()).not.toContain('of-mine')
})

test('another address than loopback is served with a token, which the control API asks for and nothing shows', async () => {
  const { address, out, err } = await start(['--host', '0.0.0.0'], { ANIMAL_STORE_TOKEN: 'token-of-mine' })
  expect((await get(address)).status).toBe(200)
  const control = new URL('/_mock', address)
  expect((await fetch(control)).status).toBe(401)
  expect((await fetch(control, { headers: { Authorization: 'Bearer token-of-mine' } })).status).toBe(200)
  expect(out()).toContain(`${control.href}, with "Authorization: Bearer" and the token`)
  expect(`${out()}${err()}`).not.toContain('token-of-mine')
})

test('SIGTERM stops it within five seconds with calls in flight', async () => {
  const { address, stop } = await start(['--scenario', 'hang:getPet'])
  const hanging = [
    get(address, '/pets/1'),
    get(address, '/pets', 'test_pro', { Prefer: 'delay=60000' }),
    get(address, '/pets', 'test_pro', { Prefer: 'delay=500' }),
  ]
  const ends = Promise.allSettled(hanging)
  // The journal tells that the calls have arrived.
  const arrived = new URL('/_mock/sandboxes/default/journal', address)
  await expect.poll(async () => (await (await fetch(arrived)).text()).match(/"number":/g)?.length).toBe(3)
  const startedAt = performance.now()
  expect(await stop()).toEqual([0, null])
  expect(performance.now() - startedAt).toBeLessThan(5000)
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
})

test('a second signal stops it at once', async () => {
  const { address, stop, ended } = await start()
  const hanging = get(address, '/pets', 'test_pro', { Prefer: 'delay=60000' }).catch(() => undefined)
  const arrived = new URL('/_mock/sandboxes/default/journal', address)
  await expect.poll(async () => (await fetch(arrived)).text()).toContain('"number":1')
  const startedAt = performance.now()
  const again = setInterval(() => void stop(), 50)
  expect(await ended).toEqual([143, null])
  clearInterval(again)
  expect(performance.now() - startedAt).toBeLessThan(2500)
  await hanging
})

test('with --conduct the end says how clients behaved, with exit code 1 if they did not', async () => {
  const { address, stop, out } = await start(['--conduct', 'error', '--conduct-off', 'key-in-address'])
  await get(address, '/pets?limit=500')
  await get(address, '/pets/1', 'test_pro.box')
  expect(await stop()).toEqual([1, null])
  expect(out()).toContain('Sandbox box. Conduct, judged by 1 call:\n  warning  deprecated-operation')
  expect(out()).toContain('error  limit-outside')
})

test('a reader that goes away ends neither the mock nor a list with an error', async () => {
  const { address, child, err, stop } = await start()
  child.stdout?.destroy()
  for (let index = 0; index < 20; index++) expect((await get(address)).status).toBe(200)
  expect(await stop()).toEqual([0, null])
  expect(err()).toBe('')
  const list = launch(['list', 'faults', '--json'])
  list.child.stdout?.destroy()
  expect(await list.ended).toEqual([0, null])
  expect(list.err()).toBe('')
})

test('a Node that is too old is told so, and nothing is loaded that would fail on it', () => {
  const older = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })"
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${older}`, file, 'list', 'keys'],
    { encoding: 'utf8' },
  )
  expect({ status, stdout, stderr }).toEqual({
    status: 2,
    stdout: '',
    stderr: 'animal-store needs Node 22.13 or later, and this is Node 20.20.2.\n',
  })
})

test('names of a million characters fill the room, not the memory: others are answered, and what is stored stays', async () => {
  const heap = { NODE_OPTIONS: '--max-old-space-size=48' }
  const { child, address, out } = await start(['--quiet'], heap)
  const body = JSON.stringify({ name: 'x'.repeat(1_000_000), categoryId: 1 })
  const statuses = new Map<number, number>()
  for (let sent = 0; sent < 60; sent++) {
    const headers = { authorization: `Bearer test_enterprise.box-${sent % 5}`, 'content-type': 'application/json' }
    const response = await fetch(`${address}/pets`, { method: 'POST', headers, body })
    await response.arrayBuffer()
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    if (sent % 10 === 0) expect((await get(address)).status).toBe(200)
  }
  expect(Object.fromEntries(statuses)).toEqual({ 201: 2, 507: 58 })
  for (const box of [0, 1]) expect((await get(address, '/pets/61', `test_pro.box-${box}`)).status).toBe(200)
  expect(child.exitCode).toBeNull()
  // So quiet it is.
  expect(out()).toBe(`${address}\n`)
}, 60_000)
