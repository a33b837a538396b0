import { render } from 'preact'
import type { Mock } from 'animal-store-kit/browser'
import { Shop } from './shop.tsx'

const root = document.getElementById('shop') ?? document.body

try {
  // `?api=http://127.0.0.1:4010/v1` is a server. Otherwise the mock in this tab answers, with the animals of `?dataset=text`.
  const query = new URLSearchParams(location.search)
  const api = query.get('api')
  const mock = api === null ? await openMock(query.get('dataset') ?? undefined) : undefined
  render(<Shop baseUrl={api ?? `${location.origin}/v1`} mock={mock} />, root)
} catch (error) {
  render(
    <p>
      The shop cannot open. <bdi>{(error as Error).message}</bdi> <a href="./">Open it with its own animals</a>
    </p>,
    root,
  )
}

/** Starts the mock in this tab, which answers every later request below /v1 of the page, and shows its panel. */
async function openMock(dataset: string | undefined): Promise<Mock> {
  const [{ startMock }, { mountPanel }] = await Promise.all([
    import('animal-store-kit/browser'),
    import('animal-store-kit/panel'),
  ])
  // Beside the page, below whatever path it is served.
  const workerUrl = new URL('mockServiceWorker.js', location.href).pathname
  const mock = await startMock({ baseUrl: `${location.origin}/v1`, dataset, workerUrl })
  // For the console: mock.store.sandbox().play('rate-limited', { calls: 1 })
  ;(globalThis as { mock?: Mock }).mock = mock
  // Below the animals on a phone, it would hide them.
  mountPanel({ store: mock.store, isOpen: matchMedia('(width >= 768px)').matches })
  return mock
}
