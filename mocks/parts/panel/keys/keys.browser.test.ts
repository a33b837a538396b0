import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type AnimalStore, type AnimalStoreOptions, createAnimalStore } from '../../../entry.ts'
import { testKeys } from '../../../keys/keys.ts'
import { eventually, expectText, line, openPanel, texts } from '../test-panel.ts'

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

test('exhausts a key, refills it, and leads to its calls', async () => {
  const { store } = await openKeys(['test_pro'])
  await press('Exhaust until its minute ends: test_pro')
  await expectText('test_pro has no request left until its minute ends. A frozen clock keeps it so.')
  await expectMeter('Minute of test_pro', '0 of 300 left, resets in 42 s')
  expect(line()).toBe(
    `curl -X PUT -H "Content-Type: application/json" --data-raw '{"key":"test_pro","remaining":0}' http://127.0.0.1:4010/_mock/sandboxes/default/quotas`,
  )
  expect(await statusFor(store, 'test_pro')).toBe(429)
  await press('Refill: test_pro')
  await expectMeter('Minute of test_pro', '300 of 300 left, resets in 42 s')
  await expectMeter('Day of test_pro', '10,000 of 10,000 left, resets in 11 h 59 min')
  await press('Exhaust until its day ends: test_pro')
  await expectMeter('Day of test_pro', '0 of 10,000 left, resets in 11 h 59 min')
  expect(await statusFor(store, 'test_pro')).toBe(429)
  await press('Show its calls: test_pro')
  await expect.element(page.getByLabelText('Find')).toHaveValue('key:test_pro')
  await expect.poll(() => texts('[role=gridcell].cell-key')).toEqual(['test_pro', 'test_pro', 'test_pro'])
  store.sandbox().journal.clear()
  await expect.element(page.getByLabelText('Find')).toHaveValue('')
})

test('shows how many calls were refused, and how many more ban the key', async () => {
  const { store } = await openKeys(['test_pro', 'test_free_exhausted', 'test_free_exhausted'], {
    profile: { ban: '3/60' },
  })
  await expectText('used up for 42 s more, 2 calls refused in a row, banned after 2 more')
  await statusFor(store, 'test_free_exhausted')
  await expectText('used up for 42 s more, 3 calls refused in a row, banned after 1 more')
  await statusFor(store, 'test_free_exhausted')
  await expectText('banned for 1 min more')
  store.sandbox().set({ profile: { ban: 'never' } })
  store.sandbox().clock.advance(60_000)
  await expect.element(page.getByText(/banned after|for 1 min/)).not.toBeInTheDocument()
})

test('bans a key for five minutes, and lifts the ban', async () => {
  const { store } = await openKeys(['test_pro'])
  await press('Ban 5 min: test_pro')
  await expectText('banned for 5 min more')
  expect(await statusFor(store, 'test_pro')).toBe(429)
  await press('Refill: test_pro')
  await expectText('The minute and the day of test_pro are full. It stays banned.')
  await press('Unban: test_pro')
  await expectText('test_pro is no longer banned.')
  await expect.element((await menuOf('test_pro')).getByRole('button', { name: 'Ban 5 min' })).toBeVisible()
  expect(await statusFor(store, 'test_pro')).toBe(200)
})

test('says of every test key what its next call gets, at first, after calls and after rests', async () => {
  const { store } = await openKeys([])
  const other = createAnimalStore({ dataset: 'one', clock: { mode: 'frozen', atMilliseconds: noon } })
  const keys = Object.keys(testKeys)
  const shown = () => texts('.keys-table td[data-span="By itself gets"]')
  for (const [seconds, exhausted, banned] of [
    [0, '429 used up until the minute of its next call ends', '429 banned for 5 min once it calls'],
    [0, '429 used up for 42 s more', '429 banned for 5 min more'],
    [42, '200 ', '429 banned for 4 min 18 s more'],
    [120, '429 used up until the minute of its next call ends', '429 banned for 2 min 18 s more'],
    [138, '429 used up until the minute of its next call ends', '200 '],
    [101, '200 ', '200 '],
    [61, '429 used up until the minute of its next call ends', '429 banned for 5 min once it calls'],
  ] as const) {
    store.sandbox().clock.advance(seconds * 1000)
    other.sandbox().clock.advance(seconds * 1000)
    const gets: number[] = []
    for (const key of keys) gets.push(await statusFor(other, key))
    const wordsOf = (key: string) => shown()[keys.indexOf(key)]
    await eventually(() => wordsOf('test_free_exhausted')).toContain(exhausted)
    await eventually(() => wordsOf('test_banned')).toContain(banned)
    await eventually(() => shown().map((text) => Number(text.slice(0, 3)))).toEqual(gets)
    for (const key of keys) await statusFor(store, key)
  }
})

test('shows what every key of its sandbox has and gets before it has called, and own ones masked', async () => {
  const life = { plan: 'pro', sandbox: 'pr-17', until: '2026-11-22T00:00:00Z' } as const
  const keys = {
    'shop-key-of-pr-17': life,
    'past-key-of-pr-17': { ...life, until: '2026-11-20T00:00:00Z' },
    'other-shop': 'pro',
  } as const
  await openKeys(['shop-key-of-pr-17', 'other-shop'], { keys }, 'pr-17')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect.element(row('shop…')).toMatchTextContent(/^shop….*299 of 300.*200 valid until 2026-11-22T00:00:00Z/)
  await expect.element(row('past…')).toMatchTextContent(/^past….*401 expired/)
  await expectMeter('Minute of test_free_exhausted.pr-17', '0 of 60 left, once it calls')
  await expectMeter('Day of test_enterprise.pr-17', '1,000,000 of 1,000,000')
  await expect.element(row('test_banned.pr-17')).toMatchTextContent(/429 banned for 5 min once it calls/)
  await expect.element(row('test_revoked.pr-17')).toMatchTextContent(/–.*401 revoked/)
  await expect.element(page.getByRole('button', { name: 'Change test_revoked.pr-17' })).not.toBeInTheDocument()
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await page.getByRole('button', { name: 'Copy the key test_free.pr-17' }).click()
  expect(copied.mock.lastCall).toEqual(['test_free.pr-17'])
  await menuOf('test_free.pr-17')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Change test_free.pr-17' })).toHaveFocus()
  const table = page.getByRole('table', { name: 'Keys' }).element()
  expect(table.textContent).not.toMatch(/other-|shop-key/)
  expect(table.querySelectorAll('tbody tr').length).toBe(11)
})
