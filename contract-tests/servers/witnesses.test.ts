import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { foundIn, readLedger } from '../../scripts/prove/ledger.ts'
import { type AskOptions, ask } from './ask.ts'
import { servers } from './index.ts'
import type { Deployment, TestServer } from './test-server.ts'

const ledger = Map.groupBy(readLedger(), ([id]) => id)

/** Whether the ledger or a run would tell that a server has become as the plain one. */
function isNoticed(server: TestServer): boolean {
  const lines = ledger.get(server.id) ?? []
  if ('clause' in server)
    return lines.flatMap(foundIn).some(({ level, clauses }) => level !== 'open' && clauses.includes(server.clause))
  return lines.length > 0 || (server.kind === 'hostile' && !server.verdicts.includes('held'))
}

const unnoticed = servers.flatMap((server) => {
  const { usual } = server
  return usual === undefined || isNoticed(server) ? [] : [{ ...server, usual }]
})

// One table for all: a server answers a call otherwise than it would without its hooks.
const animal = { name: 'Rex', categoryId: 4, status: 'pending' }
const pending = 'GET /pets?limit=100&status=pending'
const calls = ({ apiKey }: Deployment): readonly (readonly [what: string, options?: AskOptions])[] => [
  [pending],
  ...[animal, { ...animal, name: 'Rex 🐕' }, { ...animal, categoryId: -1 }, { ...animal, categoryId: 1 }].map(
    (body) => ['POST /pets', { body }] as const,
  ),
  ['POST /pets', { body: '{"name":"Rex","categoryId":9007199254740993.5}' }],
  ['POST /pets', { body: { ...animal, categoryId: 77 }, headers: { 'Content-Type': 'text/plain' } }],
  ['POST /pets', { body: { ...animal, id: 7 }, headers: { 'Content-Type': 'text/plain' } }],
  [pending],
  ['GET /pets?limit=2.9&status=SOLD'],
  ['GET /pets?colour=red'],
  ['GET /pets', { headers: { Accept: 'text/html' } }],
  ...['abc', '007', '0'].map((id) => [`GET /pets/${id}`] as const),
  ...['shops', 'categories', 'pets/'].map((path) => [`GET /${path}`] as const),
  ...[`bearer ${apiKey}`, `Bearer ${apiKey.toUpperCase()}`, `Bearer ${apiKey.slice(0, -1)}3`].map(
    (key) => ['GET /pets', { authorization: key }] as const,
  ),
  ...Array.from({ length: 20 }, () => ['POST /pets', { body: animal }] as const),
  ...Array.from({ length: 20 }, () => ['GET /pets/1'] as const),
]

/** What is answered to all calls, within a window and at its end. */
async function answersOf(start: TestServer['start']): Promise<readonly string[]> {
  let nowMilliseconds = Date.UTC(2026, 10, 22, 12, 0, 25, 400)
  const deployment = await start({ now: () => nowMilliseconds })
  const answers: string[] = []
  for (const skipped of [0, 30_000, 30_100]) {
    nowMilliseconds += skipped
    for (const [what, asked] of calls(deployment)) {
      const { status, headers, text } = await ask(deployment, what, asked)
      answers.push(`${what} → ${status} ${JSON.stringify(headers)} ${text}`)
    }
  }
  await deployment.close()
  return answers
}

/** All that comes back over a connection that is kept alive, and whether the server ends it. */
async function rawAnswerOf(start: TestServer['start']): Promise<readonly string[]> {
  const deployment = await start({ now: () => 0, timeScale: 0.1 })
  const socket = connect(Number(new URL(deployment.url).port), '127.0.0.1')
    .setEncoding('latin1')
    .setTimeout(300)
  const head = ['Host: localhost', `Authorization: Bearer ${deployment.apiKey}`, 'Accept-Encoding: gzip, br']
  socket.write(['GET /v1/pets HTTP/1.1', ...head, '', ''].join('\r\n'))
  let text = ''
  socket.on('data', (more: string) => void (text += more))
  const end = await Promise.race(['end', 'timeout'].map((event) => once(socket, event).then(() => event)))
  socket.destroy()
  await deployment.close()
  return [text, end]
}

test.each(unnoticed)('$id is not the plain server', async ({ id, usual, open, start }) => {
  const answers = open === start ? rawAnswerOf : answersOf
  expect(await answers(open), `the hooks of ${id} do nothing`).not.toEqual(await answers(usual))
})
