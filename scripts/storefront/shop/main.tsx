import { render } from 'preact'
import type { Mock, MockOptions } from 'animal-store-kit/browser'
import { Shop } from './shop.tsx'

/** What plays in this tab. */
const playedItem = 'animal-store-shop.played'

const root = document.getElementById('shop') ?? document.body

try {
  // `?api=http://127.0.0.1:4010/v1` is a server. Otherwise the mock in this tab answers, with the animals of `?dataset=text`.
  const query = new URLSearchParams(location.search)
  const api = query.get('api')
  const mock = api === null ? await openMock(query.get('dataset') ?? undefined) : undefined
  render(<Shop baseUrl={api ?? `${location.origin}/v1`} mock={mock} />, root)
} catch (error) {
  const problem = (
    <main>
      <h1>The shop cannot open</h1>
      <p>{String(error)}</p>
      <a href={location.pathname}>Open it with the mock in this tab</a>
    </main>
  )
  render(problem, root)
}

/** Starts the mock in this tab, which answers every later request below /v1 of the page, and shows its panel. */
async function openMock(dataset: string | undefined): Promise<Mock> {
  const [{ startMock }, { mountPanel }] = await Promise.all([
    import('animal-store-kit/browser'),
    import('animal-store-kit/panel'),
  ])
  // Beside the page, below whatever path it is served.
  const workerUrl = new URL('mockServiceWorker.js', location.href).pathname
  const played = JSON.parse(sessionStorage.getItem(playedItem) ?? '{}') as Pick<MockOptions, 'scenario' | 'fault'>
  const mock = await startMock({ baseUrl: `${location.origin}/v1`, dataset, workerUrl, ...played })
  // It goes on over a reload, which shows the first load under a 429, too. A recorded reply has bytes, which JSON has not.
  addEventListener('pagehide', () => {
    const { scenario, fault } = mock.store.sandbox().settings
    const kept = { scenario: scenario.filter(({ reply }) => reply === undefined), fault }
    sessionStorage.setItem(playedItem, JSON.stringify(kept))
  })
  // For the console: mock.store.sandbox().play('rate-limited', { calls: 1 })
  ;(globalThis as { mock?: Mock }).mock = mock
  // Below the animals on a phone, it would hide them.
  mountPanel({ store: mock.store, isOpen: matchMedia('(width >= 768px)').matches })
  return mock
}
