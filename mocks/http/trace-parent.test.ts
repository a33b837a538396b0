import { afterEach, expect, test } from 'vitest'
import { createControl } from '../control/index.ts'
import { createAnimalStore } from '../index.ts'
import { type RunningServer, startServer } from './index.ts'

const running: RunningServer[] = []

afterEach(async () => {
  for (const server of running.splice(0)) await server.close()
})

async function askWith(traceparent: string) {
  const store = createAnimalStore()
  const server = await startServer({ store, port: 0, control: createControl(store) })
  running.push(server)
  const headers = { authorization: 'Bearer test_pro', traceparent }
  const { headers: answered } = await fetch(`${server.url}/v1/pets?limit=1`, { headers })
  const journal = await (await fetch(`${server.url}/_mock/sandboxes/default/journal`)).text()
  return { answered: answered.get('traceparent'), journal }
}

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parentId = '00f067aa0ba902b7'

test.each([`00-${traceId}-${parentId}-01`, `00-${traceId}-${parentId}-00`])(
  'answers with the trace of the call, %s, and keeps it in the journal',
  async (given) => {
    const { answered, journal } = await askWith(given)
    expect(answered).toBe(given)
    expect(journal).toContain(given)
  },
)

test('answers a later version in its own', async () => {
  expect((await askWith(`01-${traceId}-${parentId}-01-what-is-new`)).answered).toBe(`00-${traceId}-${parentId}-01`)
})

test.each([
  ['version ff', `ff-${traceId}-${parentId}-01`],
  ['a trace id of zeros', `00-${'0'.repeat(32)}-${parentId}-01`],
  ['a parent id of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
  ['capital letters', `00-${traceId.toUpperCase()}-${parentId}-01`],
  ['a short trace id', `00-${traceId.slice(1)}-${parentId}-01`],
  ['more than version 00 has', `00-${traceId}-${parentId}-01-more`],
  ['two of them', `00-${traceId}-${parentId}-01, 00-${traceId}-${parentId}-01`],
  ['no trace at all', 'x'],
])('ignores %s', async (_what, given) => {
  expect((await askWith(given)).answered).toBeNull()
})

test('a call without a trace is answered without one', async () => {
  const server = await startServer({ store: createAnimalStore(), port: 0 })
  running.push(server)
  expect((await fetch(`${server.url}/v1/pets`)).headers.has('traceparent')).toBe(false)
})
