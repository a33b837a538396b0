import { expect, test } from 'vitest'
import type { Lists, WholeSandbox } from '../../../../spec/made/control-types.ts'
import { tabTransport } from '../../../control/client/tab-transport.ts'
import { createAnimalStore } from '../../../entry.ts'
import { callOf } from './call-again.ts'
import { fetchCode, vitestCode } from './copy-as.ts'

const calls = [
  { method: 'GET', target: '/v1/pets?limit=2' },
  { method: 'POST', target: '/v1/pets', body: `{"name":"It's \\"Rex\\"\\u2028","categoryId":9223372036854775807}` },
  { method: 'GET', target: '/v1/pets/7', scenario: 'server-error' },
  { method: 'GET', target: '/v1/pets/1', scenario: 'reset' },
  { method: 'GET', target: '/v1/pets/2', scenario: 'hold' },
  { method: 'GET', target: '/v1/pets/3', scenario: 'hang' },
  { method: 'GET', target: '/v1/pets/4', scenario: 'slow' },
  { method: 'GET', target: '/v1/pets?limit=500' },
] as const

/** The entry of a call in the journal, and the call as it is sent again. */
async function recorded({ method, target, ...more }: (typeof calls)[number]) {
  const store = createAnimalStore({ dataset: 'large', count: 5, profile: { 'invalid-query': 'clamp' } })
  const sandbox = store.sandbox('box')
  if ('scenario' in more) sandbox.play(more.scenario)
  const headers = { authorization: 'Bearer test_pro.box', 'content-type': 'application/json' }
  const given = { method, target, headers, ...('body' in more && { body: more.body }) }
  // The id of the second one is nothing that a fresh mock would give.
  if (method === 'POST') await store.answer(given)
  const { whenLeft } = await store.answer(given)
  whenLeft?.()
  await sandbox.release()
  const entry = sandbox.journal.entries().at(-1)
  if (entry === undefined) throw new Error('The call is not in the journal.')
  const tab = tabTransport(store)
  const lists = (await tab.send({ method: 'GET', target: '/_mock/lists' })) as Lists
  const view = (await tab.send({ method: 'GET', target: '/_mock/sandboxes/box' })) as WholeSandbox
  return { entry, call: callOf(entry, 'box'), panel: { sandbox: 'box', lists, view } }
}

const AsyncFunction = (async () => undefined).constructor as new (
  ...parts: string[]
) => (...values: unknown[]) => Promise<void>

test.each(calls)('as fetch, $method $target sends the same', async (given) => {
  const { entry, call } = await recorded(given)
  const sent: Request[] = []
  const fetch = (url: string, init: RequestInit) => sent.push(new Request(url, init))
  await new AsyncFunction('fetch', fetchCode('http://mock.test', call))(fetch)
  const [request] = sent
  expect([request?.method, request?.url, await request?.text(), request?.headers.get('authorization')]).toEqual([
    entry.method,
    `http://mock.test${entry.target}`,
    entry.request.body,
    'Bearer test_pro.box',
  ])
})

test.each(calls)('as a test, $method $target runs and holds', async (given) => {
  const { entry, call, panel } = await recorded(given)
  const code = vitestCode(call, entry, panel).replaceAll(/^import .*$/gm, '')
  const bodies: (() => Promise<void>)[] = []
  const collect = (_name: string, body: () => Promise<void>) => bodies.push(body)
  await new AsyncFunction('test', 'expect', 'createAnimalStore', code)(collect, expect, createAnimalStore)
  expect(bodies).toHaveLength(1)
  await bodies[0]?.()
})
