import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type AnimalStore, type AnimalStoreOptions, createAnimalStore } from '../../index.ts'
import { type TestPanel, expectAccessible, openPanel } from '../test-panel.ts'

let panel: TestPanel | undefined

/** The panel looks at the mock once a second. */
const soon = { timeout: 10_000 }

afterEach(() => panel?.remove())

/** 18 seconds into a minute. */
const noon = Date.UTC(2026, 10, 21, 12, 0, 18)

function frozenStore(options: AnimalStoreOptions = {}): AnimalStore {
  return createAnimalStore({ dataset: 'one', clock: { mode: 'frozen', atMilliseconds: noon }, ...options })
}

async function statusFor(store: AnimalStore, key: string): Promise<number> {
  const reply = await store.answer({ method: 'GET', target: '/v1/pets', headers: { authorization: `Bearer ${key}` } })
  return reply.status
}

function meter(name: string) {
  return page.getByRole('meter', { name })
}

/** Opens the menu of a key, and gives what is in it. */
async function menuOf(key: string) {
  const menu = page.getByRole('group', { name: `Change ${key}`, exact: true })
  if (menu.query() === null) await page.getByRole('button', { name: `Change ${key}`, exact: true }).click()
  return menu
}

/** Presses a button of the menu of a key, such as "Exhaust: test_pro". */
async function press(name: string) {
  const menu = await menuOf(name.split(': ')[1] ?? '')
  await menu.getByRole('button', { name }).click()
}

async function expectMeter(name: string, text: string): Promise<void> {
  await expect.element(meter(name)).toHaveAttribute('aria-valuetext', text)
}

test('shows the minute and the day of a key that called, as they drain and refill on the clock of the sandbox', async () => {
  const store = frozenStore()
  await statusFor(store, 'test_free')
  panel = openPanel(store, 'keys')
  await expectMeter('Minute of test_free', '59 of 60 left, resets in 42 s')
  await expectMeter('Day of test_free', '999 of 1,000 left, resets in 11 h 59 min')
  await statusFor(store, 'test_free')
  await expectMeter('Minute of test_free', '58 of 60 left, resets in 42 s')
  await expect.element(meter('Minute of test_free')).toHaveAttribute('aria-valuenow', '58')
  store.sandbox().clock.advance(42_000)
  await expectMeter('Minute of test_free', '60 of 60 left, resets in 1 min')
  await expectMeter('Day of test_free', '998 of 1,000 left, resets in 11 h 59 min')
})

async function setRemaining(name: string, count: string): Promise<void> {
  const menu = await menuOf(name)
  const form = menu.getByRole('form', { name: `Set remaining: ${name}` })
  await form.getByRole('textbox').fill(count)
  await form.getByRole('button', { name: 'Set' }).click()
}

test('an empty bar is red all along', async () => {
  const store = frozenStore()
  await statusFor(store, 'test_free_exhausted')
  panel = openPanel(store, 'keys')
  await expectMeter('Minute of test_free_exhausted', '0 of 60 left, resets in 42 s')
  const style = (name: string) => getComputedStyle(meter(name).element())
  const [empty, other] = [style('Minute of test_free_exhausted'), style('Day of test_free_exhausted')]
  expect(empty.backgroundImage).not.toBe(other.backgroundImage)
  expect(empty.backgroundSize).toMatch(/^100%/)
  expect(meter('Minute of test_free_exhausted').element().clientWidth).toBeGreaterThan(40)
})

test('exhausts a key, sets what it has left, and refills it', async () => {
  const store = frozenStore()
  await statusFor(store, 'test_pro')
  panel = openPanel(store, 'keys')
  await press('Exhaust: test_pro')
  await expectMeter('Minute of test_pro', '0 of 300 left, resets in 42 s')
  expect(panel.line()).toBe(
    `curl -X PUT -H "Content-Type: application/json" --data-raw '{"key":"test_pro","remaining":0}' http://127.0.0.1:4010/_mock/sandboxes/default/quotas`,
  )
  expect(await statusFor(store, 'test_pro')).toBe(429)
  await setRemaining('test_pro', '3')
  await expectMeter('Minute of test_pro', '3 of 300 left, resets in 42 s')
  await setRemaining('test_pro', '1')
  await expectMeter('Minute of test_pro', '1 of 300 left, resets in 42 s')
  expect([await statusFor(store, 'test_pro'), await statusFor(store, 'test_pro')]).toEqual([200, 429])
  await press('Refill: test_pro')
  await expectMeter('Minute of test_pro', '300 of 300 left, resets in 42 s')
  await expectMeter('Day of test_pro', '10,000 of 10,000 left, resets in 11 h 59 min')
})

test('says in the words of the mock how many requests can be left at most', async () => {
  const store = frozenStore()
  await statusFor(store, 'test_free')
  panel = openPanel(store, 'keys')
  await setRemaining('test_free', '61')
  await expect
    .element(page.getByText(/remaining must be from 0 to 60, the limit of the plan/).first())
    .toBeInTheDocument()
})

test('shows how many calls were refused, and how many more ban the key', async () => {
  const store = frozenStore({ profile: { ban: '3/60' } })
  await statusFor(store, 'test_pro')
  await statusFor(store, 'test_free_exhausted')
  await statusFor(store, 'test_free_exhausted')
  panel = openPanel(store, 'keys')
  await expect.element(page.getByText('4 refusals in a row would ban it.')).toBeInTheDocument()
  await expect.element(page.getByText('2 calls refused in a row, banned after 2 more.')).toBeInTheDocument()
  await statusFor(store, 'test_free_exhausted')
  await expect.element(page.getByText('3 calls refused in a row, banned after 1 more.')).toBeInTheDocument()
  await statusFor(store, 'test_free_exhausted')
  await expect.element(page.getByText('for 1 min more, until 12:01:18 UTC')).toBeInTheDocument()
  store.sandbox().clock.advance(20_000)
  await expect.element(page.getByText('for 40 s more, until 12:01:18 UTC')).toBeInTheDocument()
  store.sandbox().choose({ ban: 'never' })
  store.sandbox().clock.advance(60_000)
  await expect.element(page.getByText(/Never banned\./).first()).toBeInTheDocument()
})

test('bans a key for five minutes, and lifts the ban', async () => {
  const store = frozenStore()
  await statusFor(store, 'test_pro')
  panel = openPanel(store, 'keys')
  await press('Ban 5 min: test_pro')
  await expect.element(page.getByText('for 5 min more, until 12:05:18 UTC')).toBeInTheDocument()
  expect(await statusFor(store, 'test_pro')).toBe(429)
  await press('Refill: test_pro')
  await expect.element(page.getByText(/the ban stays/)).toBeInTheDocument()
  await press('Unban: test_pro')
  await expect.element(page.getByText('test_pro is no longer banned.')).toBeInTheDocument()
  await expect.element((await menuOf('test_pro')).getByRole('button', { name: 'Ban 5 min: test_pro' })).toBeVisible()
  expect(await statusFor(store, 'test_pro')).toBe(200)
})

test('shows the keys of its sandbox that have not called, own ones masked, and resets every quota', async () => {
  const until = '2030-12-01T10:00:00Z'
  const store = frozenStore({
    keys: { 'shop-key-of-pr-17': { plan: 'pro', sandbox: 'pr-17', until }, 'other-shop': 'pro', 'other-key': 'free' },
  })
  store.sandbox('pr-17')
  panel = openPanel(store, 'keys', 'pr-17')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect.element(row('shop…')).toMatchTextContent(/^shop… own-1 pro.*own key, valid, until 2030-12-01T10:00:00Z/)
  await expect
    .element(row('othe… own-2'))
    .toMatchTextContent(/^othe… own-2 pro.*own key, valid, in the sandbox default/)
  await expect.element(row('othe… own-3')).toMatchTextContent(/^othe… own-3 free/)
  const testKey = await menuOf('test_free.pr-17')
  await expect.element(testKey.getByRole('button', { name: 'Copy the key test_free.pr-17' })).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(row('test_revoked.pr-17')).toMatchTextContent(/known, but revoked: 401/)
  const revoked = await menuOf('test_revoked.pr-17')
  expect(revoked.getByRole('button', { name: /Exhaust/ }).query()).toBeNull()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Change test_revoked.pr-17' })).toHaveFocus()
  const table = page.getByRole('table', { name: 'Keys' }).element()
  expect(table.textContent).not.toMatch(/other-|shop-key/)
  expect(table.querySelectorAll('tbody tr').length).toBe(12)
  await setRemaining('test_business.pr-17', '1')
  await expectMeter('Minute of test_business.pr-17', '1 of 1,000 left, resets in 42 s')
  expect(await statusFor(store, 'test_business.pr-17')).toBe(200)
  expect(await statusFor(store, 'test_business.pr-17')).toBe(429)
  await page.getByRole('button', { name: 'Reset all quotas' }).click()
  await expect.element(meter('Minute of test_business.pr-17')).not.toBeInTheDocument()
  expect(await statusFor(store, 'test_business.pr-17')).toBe(200)
})

test('adds an own key that is never shown whole, shows what it is, and forgets it', async () => {
  const store = frozenStore()
  panel = openPanel(store, 'keys')
  await page.getByText('Add a key of your own').click()
  const form = page.getByRole('form', { name: 'Add a key' })
  await form.getByLabelText('Key').fill('very-secret-shop-key')
  await form.getByLabelText('Plan').selectOptions('business')
  await form.getByLabelText('Begins').selectOptions('last')
  await expect
    .poll(() => panel?.line(), soon)
    .toContain('{"key":"YOUR_KEY","plan":"business","standing":"valid","start":"last","sandbox":"default"}')
  await form.getByRole('button', { name: 'Add' }).click()
  await expect.element(page.getByRole('button', { name: 'Change very… own-1' })).toBeInTheDocument()
  await expect.element(form.getByLabelText('Key')).toHaveValue('')
  expect(panel.line()).toContain('YOUR_KEY')
  expect(panel.element.innerHTML).not.toContain('very-secret')
  expect(await statusFor(store, 'very-secret-shop-key')).toBe(200)
  expect(await statusFor(store, 'very-secret-shop-key')).toBe(429)
  await expectMeter('Minute of very… own-1', '0 of 1,000 left, resets in 42 s')
  expect(panel.element.innerHTML).not.toContain('very-secret')
  const menu = await menuOf('very… own-1')
  await menu.getByRole('button', { name: 'Delete the key very… own-1' }).click()
  await expect.element(page.getByText('not a key of this mock')).not.toBeInTheDocument()
  expect(await statusFor(store, 'very-secret-shop-key')).toBe(401)
  await expect.element(page.getByRole('button', { name: 'Change very… own-1' })).not.toBeInTheDocument()
})

test('says why a key cannot be added', async () => {
  panel = openPanel(frozenStore(), 'keys')
  await page.getByText('Add a key of your own').click()
  const form = page.getByRole('form', { name: 'Add a key' })
  await form.getByLabelText('Key').fill('test_pro')
  await form.getByRole('button', { name: 'Add' }).click()
  await expect.element(form.getByRole('alert')).toMatchTextContent(/it is a test key\. Choose another name/)
})

test('has no fault that axe knows', async () => {
  const store = frozenStore({ keys: { 'shop-key-1': { plan: 'pro', standing: 'revoked', start: 'last' } } })
  for (const key of ['test_pro', 'test_free_exhausted', 'test_banned']) await statusFor(store, key)
  panel = openPanel(store, 'keys')
  await expect.element(meter('Day of test_banned')).toBeInTheDocument()
  await expect.element(page.getByText(/revoked, starts last/)).toBeInTheDocument()
  await expectAccessible(panel.element)
  await menuOf('test_free_exhausted')
  await expectAccessible(panel.element)
})
