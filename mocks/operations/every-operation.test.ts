import { describe, expect, test } from 'vitest'
import {
  type Int64,
  type OperationExamples,
  type OperationId,
  type Resource,
  operationIds,
  operations,
  validateError,
} from '../../spec/index.ts'
import { examples } from '../../spec/made/examples.ts'
import { undocumentedMethods } from '../testing/calls-table.ts'
import { bodyOf, get, post, testStore } from '../testing/test-calls.ts'

const rateLimitHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

function isCreationOf(resource: Resource, id: OperationId): boolean {
  return operations[id].role === 'create' && operations[id].resource === resource
}

/** The first documented body of an operation. */
function bodyFor(id: OperationId): string | undefined {
  const { request }: OperationExamples = examples[id]
  return request && Object.values(request)[0]?.text
}

/** What holds for every operation, as spec/openapi.yaml describes it: a new one is here without a line of its own. */
describe.each(Object.values(operations))('$id', ({ id, method, path, resource, responses }) => {
  const target = `/v1${path.replace(/\{\w+\}/, '1')}`

  async function send(key: string | null, headers?: Readonly<Record<string, string>>) {
    const store = testStore()
    // The sandbox may begin without any such item.
    const create = operationIds.find((other) => isCreationOf(resource, other))
    const added =
      create && bodyOf(await store.answer({ ...post(bodyFor(create)), target: `/v1${operations[create].path}` }))
    const itemId = String((added as { readonly id: Int64 } | undefined)?.id ?? 1)
    const own = `/v1${path.replace(/\{\w+\}/, itemId)}`
    const reply = await store.answer({ ...get(own, key, headers), method, body: bodyFor(id) })
    for (const header of rateLimitHeaders) expect(Number(reply.headers[header]), header).toBeGreaterThanOrEqual(0)
    return reply
  }

  test('answers a valid key with a success that is documented', async () => {
    const { status } = await send('test_free')
    expect(Object.keys(responses).filter((documented) => documented < '300')).toContain(String(status))
  })

  test.each([null, 'nobody', 'test_revoked', 'test_expired'])(
    'answers the key %s with 401 and an Error',
    async (key) => {
      const reply = await send(key)
      expect([reply.status, validateError(bodyOf(reply))]).toEqual([401, true])
    },
  )

  test.each(['test_free_exhausted', 'test_banned'])('answers the key %s with 429 and Retry-After', async (key) => {
    const { status, headers } = await send(key)
    expect(status).toBe(429)
    expect(Number(headers['Retry-After'])).toBeGreaterThan(0)
  })

  test.each(Object.keys(responses).filter((documented) => documented >= '400'))(
    'answers Prefer: code=%s with that status',
    async (code) => {
      expect((await send('test_free', { prefer: `code=${code}` })).status).toBe(Number(code))
    },
  )

  test('is the only one to answer its method at its path', async () => {
    for (const undocumented of undocumentedMethods(path)) {
      const reply = await testStore().answer({ ...get(target), method: undocumented })
      expect([undocumented, reply.status, reply.headers['Allow']?.includes(method)]).toEqual([undocumented, 405, true])
    }
  })
})
