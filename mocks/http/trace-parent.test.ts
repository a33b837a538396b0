import { expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'

async function askWith(traceparent: string | undefined) {
  const { url, store } = await testServer()
  const headers = { authorization: 'Bearer test_pro', ...(traceparent === undefined ? {} : { traceparent }) }
  const { headers: answered } = await fetch(`${url}/v1/pets?limit=1`, { headers })
  return { answered: answered.get('traceparent'), journal: JSON.stringify(store.sandbox().journal.entries()) }
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
  ['what is no trace', 'x'],
  ['a call without one', undefined],
])('ignores %s', async (_what, given) => {
  expect((await askWith(given)).answered).toBeNull()
})
