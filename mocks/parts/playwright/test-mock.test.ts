import { expect, test, vi } from 'vitest'
import { serve } from '../../../scripts/testing/serve.ts'
import { TestMock } from './test-mock.ts'

test('a redirect of a mock that runs as a server comes to the page', async () => {
  const { url } = await serve((_, response) => response.writeHead(301, { Location: '/v1/elsewhere' }).end())
  const fulfill = vi.fn<(reply: { readonly status: number }) => void>()
  const request = {
    method: () => 'GET',
    url: () => 'https://api.example.test/v1/pets',
    postDataBuffer: () => null,
    allHeaders: async () => ({ authorization: 'Bearer test_pro' }),
  }
  const context = {
    route: async (address: unknown, handle: (route: object) => Promise<void>) =>
      address instanceof RegExp && handle({ request: () => request, fulfill }),
  }
  await new TestMock({ url, baseUrl: 'https://api.example.test/v1' }, 'redirects').route(context as never)
  expect(fulfill.mock.calls).toMatchObject([[{ status: 301 }]])
})
