import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type AnimalStore, type AnimalStoreOptions, createAnimalStore } from '../../../entry.ts'
import { expectAccessible, expectText, line, openPanel } from '../test-panel.ts'

/** 18 seconds into a minute. */
const noon = Date.UTC(2026, 10, 21, 12, 0, 18)

async function statusFor(store: AnimalStore, key: string): Promise<number> {
  const reply = await store.answer({ method: 'GET', target: '/v1/pets', headers: { authorization: `Bearer ${key}` } })
  return reply.status
}

/** Opens the section after a call with each of these keys. */
async function openKeys(called: readonly string[], options: AnimalStoreOptions = {}, sandbox?: string) {
  const clock = { mode: 'frozen', atMilliseconds: noon } as const
  const store = createAnimalStore({ dataset: 'one', clock, ...options })
  store.sandbox(sandbox)
  for (const key of called) await statusFor(store, key)
  return openPanel('keys', store, sandbox)
}

const meter = (name: string) => page.getByRole('meter', { name })

/** Opens the menu of a key, and gives what is in it. */
async function menuOf(key: string) {
  const menu = page.getByRole('group', { name: `Change ${key}`, exact: true })
  if (menu.query() === null) await page.getByRole('button', { name: `Change ${key}`, exact: true }).click()
  return menu
}

/** Presses a button of the menu of a key, such as "Exhaust: test_pro". */
async function press(name: string) {
  const [word = '', key = ''] = name.split(': ')
  const menu = await menuOf(key)
  await menu.getByRole('button', { name: word }).click()
}

async function expectMeter(name: string, text: string): Promise<void> {
  await expect.element(meter(name)).toHaveAttribute('aria-valuetext', text)
}

test('shows the minute and the day of a key that called, as they drain and refill on the clock of the sandbox', async () => {
  const { store } = await openKeys(['test_free'])
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
  const form = menu.getByRole('form')
  await form.getByRole('textbox').fill(count)
  await form.getByRole('button', { name: 'Set' }).click()
}

test('exhausts a key, sets what it has left, and refills it', async () => {
  const { store } = await openKeys(['test_pro'])
  await press('Exhaust: test_pro')
  await expectMeter('Minute of test_pro', '0 of 300 left, resets in 42 s')
  expect(line()).toBe(
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

test('all that is in a menu begins at its left, and a field follows its label', async () => {
  await openKeys(['test_pro'])
  const menu = await menuOf('test_pro')
  const textBoxes = [...menu.element().querySelectorAll('button, label')].map((one) => {
    const range = document.createRange()
    range.selectNodeContents(one)
    return range.getBoundingClientRect()
  })
  const { left, bottom } = menu.element().getBoundingClientRect()
  expect(Math.max(...textBoxes.map((box) => box.left)) - left).toBeLessThan(24)
  const input = menu.getByRole('textbox').element().getBoundingClientRect()
  expect(bottom - input.bottom).toBeLessThan(48)
})

test('says in the words of the mock how many requests can be left at most', async () => {
  await openKeys(['test_free'])
  await setRemaining('test_free', '61')
  await expectText(/remaining must be from 0 to 60, the limit of the plan/)
})

test('shows how many calls were refused, and how many more ban the key', async () => {
  const { store } = await openKeys(['test_pro', 'test_free_exhausted', 'test_free_exhausted'], {
    profile: { ban: '3/60' },
  })
  await expectText('4 refusals in a row would ban it.')
  await expectText('2 calls refused in a row, banned after 2 more.')
  await statusFor(store, 'test_free_exhausted')
  await expectText('3 calls refused in a row, banned after 1 more.')
  await statusFor(store, 'test_free_exhausted')
  await expectText('for 1 min more, until 12:01:18 UTC')
  store.sandbox().clock.advance(20_000)
  await expectText('for 40 s more, until 12:01:18 UTC')
  store.sandbox().set({ profile: { ban: 'never' } })
  store.sandbox().clock.advance(60_000)
  await expectText(/Never banned\./)
})

test('bans a key for five minutes, and lifts the ban', async () => {
  const { store } = await openKeys(['test_pro'])
  await press('Ban 5 min: test_pro')
  await expectText('for 5 min more, until 12:05:18 UTC')
  expect(await statusFor(store, 'test_pro')).toBe(429)
  await press('Refill: test_pro')
  await expectText('The minute and the day of test_pro are full.')
  await press('Unban: test_pro')
  await expectText('test_pro is no longer banned.')
  await expect.element((await menuOf('test_pro')).getByRole('button', { name: 'Ban 5 min' })).toBeVisible()
  expect(await statusFor(store, 'test_pro')).toBe(200)
})

test('shows the keys of its sandbox that have not called, own ones masked, and resets every quota', async () => {
  const until = '2030-12-01T10:00:00Z'
  const shopKey = { plan: 'pro', sandbox: 'pr-17', until } as const
  const keys = { 'shop-key-of-pr-17': shopKey, 'other-shop': 'pro', 'other-key': 'free' } as const
  const { store } = await openKeys([], { keys }, 'pr-17')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect.element(row('shop…')).toMatchTextContent(/^shop… own-1 pro.*own key, valid, until 2030-12-01T10:00:00Z/)
  const other = /^othe… own-2 pro.*own key, valid, in the sandbox default/
  await expect.element(row('othe… own-2')).toMatchTextContent(other)
  await expect.element(row('othe… own-3')).toMatchTextContent(/^othe… own-3 free/)
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await page.getByRole('button', { name: 'Copy the key test_free.pr-17' }).click()
  expect(copied.mock.lastCall).toEqual(['test_free.pr-17'])
  await expect.element(row('test_revoked.pr-17')).toMatchTextContent(/known, but revoked: 401/)
  await expect.element(page.getByRole('button', { name: 'Change test_revoked.pr-17' })).not.toBeInTheDocument()
  await menuOf('test_free.pr-17')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Change test_free.pr-17' })).toHaveFocus()
  const table = page.getByRole('table', { name: 'Keys' }).element()
  expect(table.textContent).not.toMatch(/other-|shop-key/)
  expect(table.querySelectorAll('tbody tr').length).toBe(12)
  await setRemaining('test_business.pr-17', '1')
  // One that begins with less shows that before its first call.
  await expectMeter('Minute of test_free_exhausted.pr-17', '0 of 60 left, at its first call')
  await expect.element(row('test_business.pr-17')).toMatchTextContent(/business.*resets in/)
  await expectMeter('Minute of test_business.pr-17', '1 of 1,000 left, resets in 42 s')
  expect(await statusFor(store, 'test_business.pr-17')).toBe(200)
  expect(await statusFor(store, 'test_business.pr-17')).toBe(429)
  await page.getByRole('button', { name: 'Reset all quotas' }).click()
  await expect.element(meter('Minute of test_business.pr-17')).not.toBeInTheDocument()
  expect(await statusFor(store, 'test_business.pr-17')).toBe(200)
})

test('adds an own key that is never shown whole, shows what it is, and forgets it', async () => {
  const { store } = await openKeys([])
  await page.getByText('Add a key of your own').click()
  const form = page.getByRole('form', { name: 'Add a key' })
  await form.getByLabelText('Key').fill('very-secret-shop-key')
  await form.getByLabelText('Plan').selectOptions('business')
  await form.getByLabelText('Begins').selectOptions('last')
  await form.getByRole('button', { name: 'Add' }).click()
  await expect.element(page.getByRole('button', { name: 'Change very… own-1' })).toBeInTheDocument()
  await expect.element(form.getByLabelText('Key')).toHaveValue('')
  expect(line()).toContain('{"key":"YOUR_KEY","plan":"business","standing":"valid","start":"last","sandbox":"default"}')
  expect(document.body.innerHTML).not.toContain('very-secret')
  expect(await statusFor(store, 'very-secret-shop-key')).toBe(200)
  expect(await statusFor(store, 'very-secret-shop-key')).toBe(429)
  await expectMeter('Minute of very… own-1', '0 of 1,000 left, resets in 42 s')
  expect(document.body.innerHTML).not.toContain('very-secret')
  const menu = await menuOf('very… own-1')
  await menu.getByRole('button', { name: 'Delete the key very… own-1' }).click()
  await expect.element(page.getByText('not a key of this mock')).not.toBeInTheDocument()
  expect(await statusFor(store, 'very-secret-shop-key')).toBe(401)
  await expect.element(page.getByRole('button', { name: 'Change very… own-1' })).not.toBeInTheDocument()
})

test('has no fault that axe knows', async () => {
  const keys = { 'shop-key-1': { plan: 'pro', standing: 'revoked', start: 'last' } } as const
  await openKeys(['test_pro', 'test_free_exhausted', 'test_banned'], { keys })
  await expect.element(meter('Day of test_banned')).toBeInTheDocument()
  await expectText(/revoked, starts last/)
  await expectAccessible()
  await menuOf('test_free_exhausted')
  await expectAccessible()
})
