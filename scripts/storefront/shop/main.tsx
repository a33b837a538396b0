import { render } from 'preact'
import type { Mock } from 'animal-store-kit/browser'
import { Shop } from './shop.tsx'
import { type Source, readSource } from './source.ts'

const root = document.getElementById('shop') ?? document.body

try {
  await open(readSource(location.search))
} catch (error) {
  render(<CannotOpen message={error instanceof Error ? error.message : String(error)} />, root)
}

async function open(source: Source): Promise<void> {
  const baseUrl = source.kind === 'http' ? source.baseUrl : await openMock(source.dataset)
  render(<Shop source={source} baseUrl={baseUrl} />, root)
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
  // The panel of the mock, beside the shop, which does not wait for it. A build for visitors has nothing of it.
  if (import.meta.env.DEV)
    void import('animal-store-kit/panel').then(({ mountPanel }) => mountPanel({ store: mock.store }))
  return baseUrl
}

function CannotOpen({ message }: { readonly message: string }) {
  return (
    <main>
      <section class="problem" role="alert">
        <h1>The shop cannot open</h1>
        <p>
          <bdi>{message}</bdi>
        </p>
        <p>
          <a href={location.pathname}>Open it with the mock in this tab</a>
        </p>
      </section>
    </main>
  )
}
