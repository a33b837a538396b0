import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { operationIds } from '../../../spec/index.ts'
import { faults } from '../../faults/index.ts'
import { type AnimalStore, createAnimalStore } from '../../index.ts'
import { scenarios } from '../../world/scenarios.ts'
import { button, expectAccessible, expectText, line, openPanel, press, texts } from '../test-panel.ts'

/** The panel looks at the mock once a second. */
const soon = { timeout: 10_000 }

afterEach(async () => {
  await page.viewport(414, 896)
})

async function call(store: AnimalStore, target = '/v1/pets') {
  return store.answer({ method: 'GET', target, headers: { authorization: 'Bearer test_pro' } })
}

const playing = () => texts('.play')

test('has a row for each operation and for every call, in which only what can happen can be pressed', async () => {
  await page.viewport(1280, 800)
  openPanel('situation')
  const table = page.getByRole('table', { name: 'What each operation answers' })
  await expect.element(table).toBeInTheDocument()
  const rows = [...table.element().querySelectorAll('tbody tr')]
  expect(rows.map((row) => row.querySelector('th')?.textContent)).toEqual([...operationIds, 'every call'])
  for (const [index, row] of rows.entries()) {
    const operation = operationIds[index]
    const offered = [...row.querySelectorAll('.word, option[value]:not([value=""])')].length - 1
    const possible = scenarios.filter(
      ({ operations }: { operations?: readonly string[] }) =>
        operations === undefined || (operation !== undefined && operations.includes(operation)),
    )
    expect([operation, offered]).toEqual([operation, possible.length])
  }
  await expect.element(button('404 for getPet')).toBeEnabled()
  await expect.element(button('404 for listPets')).not.toBeInTheDocument()
  await expect.element(table.getByText('listPets never answers so').first()).toBeInTheDocument()
})

test('a click on a cell plays until it is ended, and the next click ends it there alone', async () => {
  const { store } = openPanel('situation')
  await press('500 for listPets')
  await press('500 for getPet')
  await expect.poll(playing, soon).toEqual(['server-error · getPet✕', 'server-error · listPets✕'])
  expect((await call(store)).status).toBe(500)
  const on = button('500 on for listPets')
  await expect.element(on).toHaveAttribute('aria-pressed', 'true')
  await on.click()
  await expect.element(button('500 for listPets')).toHaveAttribute('aria-pressed', 'false')
  expect(line()).toBe(
    `curl -X DELETE "http://127.0.0.1:4010/_mock/sandboxes/default/scenarios/server-error?operation=listPets"`,
  )
  expect((await call(store)).status).toBe(200)
  expect((await call(store, '/v1/pets/1')).status).toBe(500)
  await press('getPet as documented')
  await expect.poll(playing, soon).toEqual([])
  expect((await call(store, '/v1/pets/1')).status).toBe(200)
})

test('plays once or so many times, and counts down', async () => {
  const { store } = openPanel('situation')
  await press('3 times')
  await page.getByLabelText('How many times').fill('2')
  await press('429 for listPets')
  await expect.poll(playing, soon).toEqual(['rate-limited · listPets · 2 left✕'])
  expect(line()).toContain('{"scenario":"rate-limited","operation":"listPets","calls":2}')
  expect((await call(store, '/v1/pets/1')).status).toBe(200)
  expect((await call(store)).status).toBe(429)
  await expect.element(button('429 1 left for listPets')).toBeInTheDocument()
  expect((await call(store)).status).toBe(429)
  await expect.poll(playing, soon).toEqual([])
  await press('once')
  await press('401 for every call')
  await expect.poll(playing, soon).toEqual(['unauthorised · 1 left✕'])
  expect((await call(store)).status).toBe(401)
  expect((await call(store)).status).toBe(200)
})

test('plays what has no column from the list of a row, and shows a recorded reply among what is played', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  store.sandbox().playReply({ status: 418, body: 'tea' })
  openPanel('situation', store)
  await page.getByLabelText('More for listPets').selectOptions('empty')
  await expect.poll(playing, soon).toEqual(['empty · listPets✕', 'recorded · 418✕'])
  expect(String((await call(store)).body)).toBe('[]')
  await press('Stop recorded')
  await expect.poll(playing, soon).toHaveLength(1)
  await press('End all')
  await expect.poll(playing, soon).toEqual([])
})

test('the keyboard stays on a cell that it switches on and off', async () => {
  const { store } = openPanel('situation')
  const cell = button('slow for getPet')
  await expect.element(cell).toBeInTheDocument()
  ;(cell.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('slow on for getPet')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('slow for getPet')).toHaveFocus()
  expect(store.sandbox().settings.scenario).toEqual([])
})

test('a held reply is released, changed or cut', async () => {
  const { store } = openPanel('situation', { scenario: 'hold' })
  const ask = () => store.fetch('/v1/pets/1', { headers: { authorization: 'Bearer test_pro' } })
  const asked: Promise<Response | 'cut'>[] = []
  for (const count of [1, 2, 3]) {
    asked.push(ask().catch(() => 'cut' as const))
    await expect.poll(() => store.sandbox().held.length).toBe(count)
  }
  await expect.element(page.getByRole('group', { name: 'Held back' }), soon).toBeInTheDocument()
  await press('Release call 1')
  expect(await asked[0]).toMatchObject({ status: 200 })
  await press('Change it…: call 2')
  const form = page.getByRole('form', { name: 'Another reply to call 2' })
  await form.getByLabelText('Status').fill('99')
  await expect.element(form.getByRole('button')).toBeDisabled()
  await form.getByLabelText('Status').fill('503')
  await form.getByLabelText('Body').fill('{"late":true}')
  await form.getByRole('button').click()
  const changed = await asked[1]
  expect(changed).toMatchObject({ status: 503 })
  expect(await (changed as Response).text()).toBe('{"late":true}')
  await press('Cut call 3')
  expect(await asked[2]).toBe('cut')
  await expect.element(page.getByRole('group', { name: 'Held back' })).not.toBeInTheDocument()
})

test('the clock is one line: it freezes, steps, jumps, and goes back to real time', async () => {
  const { store } = openPanel('situation', { realNow: () => Date.UTC(2026, 10, 21, 12) })
  const shows = async (instant: number) => {
    await expect.poll(() => store.sandbox().clock.now(), soon).toBe(instant)
  }
  await press('Freeze')
  await expectText('The clock stands still.')
  await expect.element(button('Freeze'), soon).toHaveAttribute('aria-pressed', 'true')
  await press('Move the clock: + 1 min')
  await shows(Date.UTC(2026, 10, 21, 12, 1))
  expect(line()).toBe(
    `curl -X POST -H "Content-Type: application/json" --data-raw '{"seconds":60}' http://127.0.0.1:4010/_mock/sandboxes/default/clock/advance`,
  )
  await press('removal of getPet')
  await shows(Date.UTC(2030, 11, 5))
  await page.getByLabelText('Instant, in UTC').fill('2031-02-03T04:05:06')
  await press('Jump')
  await shows(Date.UTC(2031, 1, 3, 4, 5, 6))
  await press('Back to now')
  await shows(Date.UTC(2026, 10, 21, 12))
})

test('finds faults by words, switches one on in place of another, and off again', async () => {
  const { store } = openPanel('situation')
  await page.getByRole('heading', { name: 'Faults' }).click()
  await expectText(`${faults.length} of ${faults.length} fit.`)
  const search = page.getByLabelText('Search the faults')
  await search.fill('list labelled text')
  await expect.poll(() => document.querySelectorAll('[aria-label=Faults] li').length, soon).toBe(1)
  await press('Switch on list-media-type-text')
  await expect.element(button('Switch off list-media-type-text')).toBeInTheDocument()
  expect((await call(store)).headers['Content-Type']).toBe('text/plain; charset=utf-8')
  await search.fill('no-such-fault')
  await expectText(/No fault fits/)
  await search.fill('list-truncated')
  await press('Switch on list-truncated')
  await press('Switch off list-truncated')
  await expect.poll(() => store.sandbox().settings.fault, soon).toBeUndefined()
})

test('the fault and the clock in the head lead to their places', async () => {
  openPanel('situation', { fault: 'list-media-type-text' })
  await page.getByRole('button', { name: 'fault list-media-type-text' }).click()
  await expect.element(page.getByLabelText('Search the faults')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Faults' })).toBeInViewport()
  await page.getByRole('button', { name: /^Clock/ }).click()
  await expect.element(page.getByRole('heading', { name: 'Clock' })).toHaveFocus()
})

test.each([414, 1280])('has no fault that axe knows, %i pixels wide', async (width) => {
  await page.viewport(width, 900)
  const store = createAnimalStore({ dataset: 'one', fault: 'list-media-type-text', profile: { paging: 'link' } })
  store.sandbox().play('rate-limited', { calls: 3, operation: 'listPets' })
  store.sandbox().play('hold', { operation: 'getPet' })
  const leaving = new AbortController()
  const headers = { authorization: 'Bearer test_pro' }
  const held = store.fetch('/v1/pets/1', { headers, signal: leaving.signal }).catch(() => undefined)
  openPanel('situation', store)
  await page.getByRole('heading', { name: 'Faults' }).click()
  await page.getByRole('heading', { name: 'Choices' }).click()
  await press('Change it…: call 1')
  await expectAccessible()
  leaving.abort()
  await held
})
