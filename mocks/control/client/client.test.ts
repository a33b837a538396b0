import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { httpTransport } from './http-transport.ts'
import { sandboxPath } from './sandbox-path.ts'

test.each(['.', '..', '../..', '..\\..', '%2e%2e', 'a/../..', '?', '#', '\t..', 'ü'])(
  'the path of a sandbox called "%s" leads nowhere else',
  (name) => {
    const { pathname } = new URL(sandboxPath(name, '/reset'), 'http://127.0.0.1:4010')
    expect(pathname).toMatch(/^\/_mock\/sandboxes\/[^/]+\/reset$/)
  },
)

test('a path with steps in it is not sent, however they are written', async () => {
  const targets: (string | undefined)[] = []
  const server = createServer(({ url }, response) => {
    targets.push(url)
    response.end('1')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const transport = httpTransport(`http://127.0.0.1:${port}`, () => undefined)
  const bad = ['/../reset', '/scenarios/..', '/%2e%2E/reset', '/.\t./reset', '\\..\\reset', '/..?a', '/..#a', '/.']
  for (const path of bad) {
    const target = `/_mock/sandboxes/a${path}`
    await expect(transport.send({ method: 'POST', target }), path).rejects.toThrow('Cannot send this path')
    await expect(transport.read(target), path).rejects.toThrow('Cannot send this path')
  }
  await expect(transport.call({ method: 'POST', target: '/v1/../_mock/reset', headers: {} })).rejects.toThrow('path')
  await transport.send({ method: 'GET', target: '/_mock/sandboxes/a/journal?body=/../x' })
  expect(targets).toEqual(['/_mock/sandboxes/a/journal?body=/../x'])
  server.close()
})
