import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type RequestListener, createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { packageFile } from './shell.ts'
import { listen } from '../../mocks/http/listen.ts'

const program = packageFile('scripts/animal-store.ts')
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'interrupted-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

// Five seconds are promised; a busy machine may need three times as long. Without an end, it is minutes.
const mostMilliseconds = 15_000

interface Started {
  readonly child: ChildProcess
  readonly printed: () => string
}

function start(...args: readonly string[]): Started {
  const env = { ...process.env, INTERRUPTED_KEY: 'a-key-of-somebody-1', NO_COLOR: '1' }
  const child = spawn(process.execPath, [program, ...args], { env, stdio: 'pipe' })
  closing.push(() => child.kill('SIGKILL'))
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text))
  return { child, printed: () => printed }
}

/** Ends a program by a signal. @returns how it ended, and after how many milliseconds */
async function interrupt({
  child,
}: Started): Promise<readonly [code: number | null, signal: string | null, took: number]> {
  const startedAt = performance.now()
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>
  child.kill('SIGTERM')
  const [code, signal] = await exit
  return [code, signal, performance.now() - startedAt]
}

async function deployment(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  return `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}/v1`
}

test('contract ends while an answer is awaited, and names the animal that may have been added', async () => {
  let hasCreated = false
  const url = await deployment((request, response) => {
    // It never answers.
    if (request.method === 'POST') hasCreated = true
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]')
  })
  const started = start('contract', '--url', url, '--key-env', 'INTERRUPTED_KEY', '--timeout', '600')
  await expect.poll(() => hasCreated).toBe(true)
  const [, signal, took] = await interrupt(started)
  expect([signal, took < mostMilliseconds]).toEqual([null, true])
  expect(started.printed()).toContain('The run stopped early: It was interrupted.')
  expect(started.printed()).toMatch(/May have been added, though not answered with 201:\n {2}contract-test /)
}, 30_000)

test('seed ends while an answer is awaited, and says which animal may exist', async () => {
  let hasCreated = false
  const url = await deployment((request, response) => {
    // It never answers.
    if (request.method === 'POST') hasCreated = true
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]')
  })
  const journal = join(folder, 'seed.db')
  const given = ['--url', url, '--key-env', 'INTERRUPTED_KEY', '--count', '3', '--timeout', '600', '--journal', journal]
  const started = start('seed', ...given)
  await expect.poll(() => hasCreated, { timeout: 20_000 }).toBe(true)
  const [code, , took] = await interrupt(started)
  expect([code, took < mostMilliseconds]).toEqual([143, true])
  expect(started.printed()).toContain('0 of 3 animals exist, 1 unknown, 2 not sent.')
  expect(started.printed()).toMatch(/To look for the unknown ones.*--retry-unknown/)
}, 30_000)

test('check ends in the middle of a recording', async () => {
  const text = JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id, name: `Rex ${id}`, categoryId: 1 })))
  const entry = {
    startedDateTime: '2027-01-01T00:00:00Z',
    time: 1,
    request: { method: 'GET', url: 'https://staging.example/v1/pets', headers: [] },
    response: { status: 200, headers: [], content: { text } },
  }
  const started = start('check', '-')
  const { stdin } = started.child
  stdin?.on('error', () => undefined)
  // What it has taken of a recording without an end is judged.
  for (let count = 0; count < 10; count++)
    if (stdin?.write(`${JSON.stringify(entry)}\n`) === false) await once(stdin, 'drain')
  const [, signal, took] = await interrupt(started)
  expect([signal, took < mostMilliseconds]).toEqual(['SIGTERM', true])
}, 30_000)

test('proxy ends while it judges, and says how much it did not', async () => {
  // In hex this is the same again and again, so that looking for keys in it takes long.
  const body = `["${'3'.repeat(4_000_000)}"]`
  const to = await deployment((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(body)
  })
  const record = join(folder, 'traffic.har')
  const started = start('proxy', '--to', to, '--port', '0', '--record', record)
  await expect.poll(started.printed, { timeout: 20_000 }).toContain(' forwards to ')
  const [, url = ''] = /^(\S+) forwards to/m.exec(started.printed()) ?? []
  const send = async () =>
    (await fetch(`${url}/pets`, { headers: { Authorization: 'Bearer a-key-of-somebody-1' } })).arrayBuffer()
  for (let count = 0; count < 12; count++) await send()
  // It has begun.
  await expect.poll(started.printed, { timeout: 20_000 }).toContain('listPets: expected')
  const [code, signal, took] = await interrupt(started)
  expect([signal, took < mostMilliseconds]).toEqual([null, true])
  // On a busy machine, nothing may be left of the second in which it sums up.
  if (code === 1) expect(started.printed()).toMatch(/not judged: \d+ that still waited at the end/)
  else expect([code, started.printed()]).toEqual([3, expect.stringContaining('judging did not end in time')])
}, 60_000)
