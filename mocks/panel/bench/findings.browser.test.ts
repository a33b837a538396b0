import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ProxyFinding, ProxyFindings } from '../../../spec/index.ts'
import { tabTransport } from '../../control/client/tab-transport.ts'
import type { Transport } from '../../control/client/transport.ts'
import { createAnimalStore } from '../../index.ts'
import { type TestPanel, expectAccessible, openPanel } from '../test-panel.ts'

let panel: TestPanel | undefined

afterEach(() => panel?.remove())

const doubtful: ProxyFinding = {
  level: 'doubtful',
  clause: '4.1/answers-pets',
  section: '4.1',
  text: 'A list is answered with 200.',
  operation: 'listPets',
  expected: 'status 200',
  received: 'status 503',
  reading: null,
  doubt: { lastedMilliseconds: 240, settledBy: 'the same in 3 answers in a row' },
  times: 2,
  calls: [1],
  curl: 'curl http://staging.example/v1/pets',
}

/** What a panel gets beside a proxy: findings that are pushed as they come. */
function proxyTransport(): Transport & { readonly push: (findings: readonly ProxyFinding[]) => void } {
  const tab = tabTransport(createAnimalStore({ dataset: 'one' }))
  let show: (data: string) => void = () => undefined
  return {
    ...tab,
    async send(request) {
      const value = await tab.send(request)
      return request.target === '/_mock/lists'
        ? { ...(value as object), deployment: 'http://staging.example/v1' }
        : value
    },
    watch(target, watcher) {
      if (target !== '/_mock/findings/events') return tab.watch(target, watcher)
      show = watcher.onEvent
      return () => undefined
    },
    push(findings) {
      const found: ProxyFindings = { deployment: 'http://staging.example/v1', judged: 2, leftOut: {}, findings }
      show(JSON.stringify(found))
    },
  }
}

test('shows what is in doubt as it comes, with what would settle it, and never as kept', async () => {
  const transport = proxyTransport()
  panel = openPanel(createAnimalStore({ dataset: 'one' }), 'findings', 'default', transport)
  await expect.poll(() => panel?.line()).toContain('/_mock/findings')
  transport.push([])
  await expect.element(page.getByText('Every answer kept the contract so far.')).toBeInTheDocument()
  transport.push([doubtful])
  const card = page.getByRole('group', { name: '4.1/answers-pets listPets' })
  await expect
    .poll(() => card.element().textContent)
    .toMatch(/doubtful.*Settled by.*3 answers in a row.*2 times in 0\.2 seconds/)
  await expect.element(page.getByText('1 in doubt', { exact: true })).toBeInTheDocument()
  expect(page.getByText('Every answer kept the contract so far.').elements()).toEqual([])
  await expectAccessible(panel.element)
})
