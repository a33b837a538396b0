import { getEventListeners } from 'node:events'
import type { RequestListener } from 'node:http'
import { expect, test, vi } from 'vitest'
import { serve } from '../../../scripts/testing/serve.ts'
import { httpTransport } from './http-transport.ts'
import { sandboxPath } from './sandbox-path.ts'
import { RequestError, requestsBy } from './transport.ts'

const originOf = async (answer: RequestListener) => `http://127.0.0.1:${(await serve(answer)).port}`

test('a path with steps in it is not sent, however they are written', async () => {
  const targets: (string | undefined)[] = []
  const origin = await originOf(({ url }, response) => {
    targets.push(url)
    response.end('1')
  })
  const transport = httpTransport(origin, () => undefined)
  const bad = ['/../reset', '/scenarios/..', '/%2e%2E/reset', '/.\t./reset', '\\..\\reset', '/..?a', '/..#a', '/.']
  for (const path of bad) {
    const target = `/_mock/sandboxes/a${path}`
    await expect(transport.send({ method: 'POST', target }), path).rejects.toThrow('Cannot send this path')
    await expect(transport.read(target), path).rejects.toThrow('Cannot send this path')
  }
  await expect(transport.call({ method: 'POST', target: '/v1/../_mock/reset', headers: {} })).rejects.toThrow('path')
  await expect(transport.send({ method: 'POST', target: sandboxPath('..', '/reset') })).rejects.toThrow('path')
  await transport.send({ method: 'GET', target: '/_mock/sandboxes/a/journal?body=/../x' })
  expect(targets).toEqual(['/_mock/sandboxes/a/journal?body=/../x'])
})

test('a stream that breaks again and again leaves nothing behind', async () => {
  vi.useFakeTimers()
  const signals: AbortSignal[] = []
  const { watch } = requestsBy(async (_target, { signal }) => {
    if (signal !== undefined) signals.push(signal)
    throw new RequestError('nobody is there')
  })
  const stop = watch('/_mock/sandboxes/default/journal/events', { onEvent: () => {}, onState: () => {} })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(signals.length).toBeGreaterThan(5)
  expect(getEventListeners(signals[0] as AbortSignal, 'abort')).toHaveLength(1)
  stop()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

/** Whatever needs no deadline to end has a long one, for a busy machine. */
const ways: readonly (readonly [
  what: string,
  answer: RequestListener,
  message: RegExp,
  deadlineMilliseconds?: number,
])[] = [
  ['never answers', () => undefined, /^No answer came from the mock within 0.3 s/, 300],
  [
    'never ends its answer',
    (_request, response) => void response.write('1'),
    /^The answer of the mock broke off/,
    1500,
  ],
  ['cuts its answer', (_request, response) => void response.socket?.destroy(), /^No answer came from the mock\.$/],
  ['sends elsewhere', (_request, response) => void response.writeHead(302, { location: '/' }).end(), /with 302\.$/],
]

test.for(ways)(
  'a mock that %s is given up in time, in words',
  async ([, answer, message, deadlineMilliseconds = 10_000]) => {
    const transport = httpTransport(await originOf(answer), () => 'token', { deadlineMilliseconds })
    const refusals = [transport.send({ method: 'GET', target: '/_mock' }), transport.read('/_mock')]
    for (const refusal of refusals) {
      await expect(refusal).rejects.toThrow(message)
      await expect(refusal).rejects.toBeInstanceOf(RequestError)
    }
  },
)
