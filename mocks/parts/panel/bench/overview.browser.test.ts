import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ProxyFinding, ProxyFindings } from '../../../../spec/index.ts'
import { tabTransport } from '../../../control/client/tab-transport.ts'
import type { Transport } from '../../../control/client/transport.ts'
import { type AnimalStore, createAnimalStore } from '../../../entry.ts'
import { expectAccessible, expectText, openPanel } from '../test-panel.ts'

beforeEach(() => page.viewport(1280, 800))

const doubtful: ProxyFinding = {
  level: 'open',
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
  openPanel('bench', {}, 'default', { transport })
  await expectText('Nothing went through yet.')
  transport.push([])
  await expectText(/every one kept the contract so far/)
  transport.push([doubtful])
  const card = page.getByRole('group', { name: '4.1/answers-pets listPets' })
  await expect
    .poll(() => card.element().textContent)
    .toMatch(/open.*Settled by.*3 answers in a row; seen for 0\.2 seconds.*2 times/)
  expect(page.getByText(/every one kept the contract so far/).elements()).toEqual([])
  await expectAccessible()
})

const send = (store: AnimalStore, target: string) =>
  store.answer({ method: 'GET', target, headers: { authorization: 'Bearer test_pro' } })

test('shows a rule that the client broke as its call comes, how to mend it, and the call', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await send(store, '/v1/pets')
  openPanel('bench', store)
  await expectText(/1 call judged.*nothing to mend/)
  await send(store, '/v1/pets?limit=500')
  const finding = page.getByRole('group', { name: 'limit-outside' })
  await expect
    .poll(() => finding.element().textContent)
    .toMatch(/Send a limit from 1 to 100.*4\.1\/limit-outside.*1 time, call 2.*Ask for at most 100/)
  await expectAccessible()
  await finding.getByRole('button', { name: 'call 2' }).click()
  await expect.element(page.getByRole('heading', { name: /limit=500/ })).toBeInTheDocument()
  await expect.element(page.getByRole('group', { name: 'Finding limit-outside' })).toBeInTheDocument()
})

test('names the answers that the client never met, and lets the next call meet one', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await send(store, '/v1/pets')
  openPanel('bench', store)
  await page.getByText('Never met').click()
  const meet = page.getByRole('button', { name: 'Let the next listPets meet 429' })
  await meet.click()
  await expect.poll(() => store.sandbox().settings.scenario).toMatchObject([{ scenario: 'rate-limited', calls: 1 }])
  expect((await send(store, '/v1/pets')).status).toBe(429)
  await expect.element(meet).not.toBeInTheDocument()
})
