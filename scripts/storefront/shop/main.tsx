import { render } from 'preact'
import type { Mock } from 'animal-store-kit/browser'
import { Message } from './parts.tsx'
import { Shop } from './shop.tsx'
import { readSource } from './source.ts'

const root = document.getElementById('shop') ?? document.body

try {
  const { api, dataset } = readSource(location.search)
  const baseUrl = api ?? (await openMock(dataset))
  // A new key begins a new shop. A public shop would keep its key on a server: visitors know all that a page knows.
  const open = (apiKey: string) =>
    render(
      <Shop key={apiKey + Date.now()} baseUrl={baseUrl} apiKey={apiKey} onKey={open} isDemo={api === undefined} />,
      root,
    )
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

/**
 * Starts the mock in this tab and opens its panel: it answers every later request below the address that this returns.
 */
async function openMock(dataset: string | undefined): Promise<string> {
  const [{ startMock }, { mountPanel }] = await Promise.all([
    import('animal-store-kit/browser'),
    import('animal-store-kit/panel'),
  ])
  const baseUrl = `${location.origin}/v1`
  // Beside the page, below whatever path it is served.
  const workerUrl = new URL('mockServiceWorker.js', location.href).pathname
  const mock = await startMock({ baseUrl, dataset, workerUrl })
  // For the console: mock.store.sandbox().play('rate-limited', { calls: 1 })
  ;(globalThis as { mock?: Mock }).mock = mock
  mountPanel({ store: mock.store, isOpen: true })
  return baseUrl
}
