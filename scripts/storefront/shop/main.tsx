import { render } from 'preact'
import type { Mock } from 'animal-store-kit/browser'
import { Message } from './problem.tsx'
import { Shop } from './shop.tsx'
import { readSource } from './source.ts'

const root = document.getElementById('shop') ?? document.body

try {
  const { api, dataset } = readSource(location.search)
  const baseUrl = api ?? (await openMock(dataset))
  // What is known of limits, refusals and animals belongs to one key. No page keeps it: a shop for the public would have
  // its key on a server of its own, because whatever a page knows, its visitors know too.
  const open = (apiKey: string) =>
    render(<Shop key={apiKey + Date.now()} baseUrl={baseUrl} apiKey={apiKey} onKey={open} />, root)
  open('test_free')
} catch (error) {
  const problem = (
    <Message who="dog" title="The shop cannot open" role="alert">
      <p>{String(error)}</p>
      <a href={location.pathname}>Open it with the mock in this tab</a>
    </Message>
  )
  render(<main>{problem}</main>, root)
}

/** Lets the mock answer this tab, and gives its address. From then on each request below it meets the mock. */
async function openMock(dataset: string | undefined): Promise<string> {
  const { startMock } = await import('animal-store-kit/browser')
  const baseUrl = `${location.origin}/v1`
  // Beside the page, whatever path it stands below.
  const workerUrl = new URL('mockServiceWorker.js', location.href).pathname
  const mock = await startMock({ baseUrl, dataset, workerUrl })
  // For the console: mock.store.sandbox().play('rate-limited', { calls: 1 })
  ;(globalThis as { mock?: Mock }).mock = mock
  // The panel of the mock, beside the shop, which does not wait for it.
  void import('animal-store-kit/panel').then(({ mountPanel }) => mountPanel({ store: mock.store }))
  return baseUrl
}
