import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Program, startCommand } from '../testing/program.ts'
import { serve } from '../testing/serve.ts'
import { tempFolder } from '../testing/temp-folder.ts'

// Five seconds are promised; a busy machine may need three times as long. Without an end, it is minutes.
const mostMilliseconds = 15_000

const start = (...args: readonly string[]) =>
  startCommand(args, { INTERRUPTED_KEY: 'a-key-of-somebody-1', NO_COLOR: '1' })

/** Ends a program by a signal. @returns how it ended, and all that it printed */
async function interrupt({ stop, out, err }: Program) {
  const startedAt = performance.now()
  const [code, signal] = await stop()
  expect(performance.now() - startedAt).toBeLessThan(mostMilliseconds)
  return { code, signal, printed: out() + err() }
}

/** A deployment that never answers a POST, and tells when it got one. */
function silent() {
  const created = Promise.withResolvers<void>()
  const listener: RequestListener = (request, response) => {
    if (request.method === 'POST') created.resolve()
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]')
  }
  return { created: created.promise, listener }
}

test('contract ends while an answer is awaited, and names the animal that may have been added', async () => {
  const { created, listener } = silent()
  const { url } = await serve(listener)
  const started = start('contract', '--url', url, '--key-env', 'INTERRUPTED_KEY', '--timeout', '600')
  await created
  const { printed, signal } = await interrupt(started)
  expect(signal).toBe(null)
  expect(printed).toContain('The run stopped early: It was interrupted.')
  expect(printed).toMatch(/May have been added, though not answered with 201:\n {2}contract-test /)
}, 30_000)

test('seed ends while an answer is awaited, and says which animal may exist', async () => {
  const { created, listener } = silent()
  const { url } = await serve(listener)
  const journal = join(tempFolder(), 'seed.ndjson')
  const given = ['--url', url, '--key-env', 'INTERRUPTED_KEY', '--count', '3', '--timeout', '600', '--journal', journal]
  const started = start('seed', ...given)
  await created
  const { printed, code } = await interrupt(started)
  expect(code).toBe(143)
  expect(printed).toContain('0 of 3 animals accepted, 1 unknown, 2 not sent.')
  expect(printed).toMatch(/To look for the unknown ones.*--ensure/)
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
  expect(await interrupt(started)).toMatchObject({ signal: 'SIGTERM' })
}, 30_000)

test('proxy ends while it judges, and says how much it did not', async () => {
  // In hex this is the same again and again, so that looking for keys in it takes long.
  const body = `["${'3'.repeat(4_000_000)}"]`
  const { url: to } = await serve((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(body)
  })
  const record = join(tempFolder(), 'traffic.har')
  const started = start('proxy', '--to', to, '--port', '0', '--record', record)
  await expect.poll(started.out, { timeout: 20_000 }).toContain(' forwards to ')
  const [, url = ''] = /^(\S+) forwards to/m.exec(started.out()) ?? []
  const send = async () =>
    (await fetch(`${url}/pets`, { headers: { Authorization: 'Bearer a-key-of-somebody-1' } })).arrayBuffer()
  for (let count = 0; count < 12; count++) await send()
  // It has begun.
  await expect.poll(started.err, { timeout: 20_000 }).toContain('listPets: expected')
  const { code, printed, signal } = await interrupt(started)
  expect(signal).toBe(null)
  // On a fast machine nothing waits any more; on a busy one, nothing may be left of the second in which it sums up.
  const counts = /\d+ exchanges judged.*/.exec(printed)?.[0].match(/\d+/g) ?? []
  if (code === 1) expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(12)
  else expect([code, printed]).toEqual([3, expect.stringContaining('judging did not end in time')])
}, 60_000)
