import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defaultProfile, operationIds, silences } from '../../../../spec/index.ts'
import { type AnimalStore, createAnimalStore } from '../../../entry.ts'
import { scenarios } from '../../../world/scenarios.ts'
import { button, expectText, line, openPanel, press, texts } from '../test-panel.ts'

/** The panel looks at the mock once a second. */
const soon = { timeout: 10_000 }

async function call(store: AnimalStore, target = '/v1/pets') {
  return store.answer({ method: 'GET', target, headers: { authorization: 'Bearer test_pro' } })
}

const playing = () => texts('.play')
/** The situation of this word for what was chosen, such as every call. */
const tile = (word: string) =>
  page.getByRole('group', { name: /^Situations for/ }).getByRole('button', { name: new RegExp(`^${word}\\b`) })
const search = () => page.getByRole('searchbox')
/** The others, by their ids. */
const others = () => texts('.scroller .tile strong')

test('offers ten situations, of which only those that an operation can meet can be pressed', async () => {
  openPanel('situation')
  for (const operation of operationIds) {
    await press(operation)
    const possible = scenarios.filter(({ operations = [operation] }: { operations?: readonly string[] }) =>
      operations.includes(operation),
    )
    await expect.poll(() => texts('[aria-label^="Situations for"] .button')).toHaveLength(10)
    const pressable = document.querySelectorAll(
      ':is([aria-label^="Situations for"], .scroller > :first-child) .tile:not(:disabled)',
    )
    expect([operation, pressable.length]).toEqual([operation, possible.length])
  }
  await press('createPet')
  await expect.element(tile('404')).toMatchTextContent(/only for getPet$/)
  await press('getPet')
  await expect.element(tile('404')).toBeEnabled()
})

test('a click on a situation plays it until it is stopped, and the next click stops it there alone', async () => {
  const { store } = openPanel('situation')
  await press('listPets')
  await tile('500').click()
  await press('getPet')
  await expect.element(tile('500'), soon).toHaveAttribute('aria-pressed', 'false')
  await expect.element(tile('500')).toMatchTextContent(/plays for listPets$/)
  await tile('500').click()
  await expect.poll(playing, soon).toEqual(['500 (server-error) · getPet✕', '500 (server-error) · listPets✕'])
  expect((await call(store)).status).toBe(500)
  await tile('500').click()
  await expect.element(tile('500')).toHaveAttribute('aria-pressed', 'false')
  expect(line()).toBe(
    `curl -X DELETE "http://127.0.0.1:4010/_mock/sandboxes/default/scenarios/server-error?operation=getPet"`,
  )
  expect((await call(store)).status).toBe(500)
  expect((await call(store, '/v1/pets/1')).status).toBe(200)
})

test('plays once or three times, and counts down', async () => {
  const { store } = openPanel('situation')
  await press('3 times')
  await press('listPets')
  await tile('429').click()
  await expectText('429 (rate-limited) was set for the next 3 listPets calls.')
  await expect.poll(playing, soon).toEqual(['429 (rate-limited) · listPets · next 3 calls✕'])
  expect((await call(store, '/v1/pets/1')).status).toBe(200)
  for (const _ of [1, 2]) expect((await call(store)).status).toBe(429)
  await expect.poll(playing, soon).toEqual(['429 (rate-limited) · listPets · next call✕'])
  expect((await call(store)).status).toBe(429)
  await expect.poll(playing, soon).toEqual([])
  await press('once')
  await press('every call')
  await tile('401').click()
  await expectText('401 (unauthorised) was set for the next call.')
  await expect.poll(playing, soon).toEqual(['401 (unauthorised) · next call✕'])
  expect((await call(store)).status).toBe(401)
  expect((await call(store)).status).toBe(200)
})

test('finds all other scenarios by their words, and shows a recorded reply among what plays', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  store.sandbox().playReply({ status: 418, body: 'tea' })
  openPanel('situation', store)
  await expect.poll(others).toContain('unavailable')
  expect(others()).not.toContain('slow')
  await search().fill('429 too many')
  await expect.poll(others).toContain('429 (rate-limited)')
  await search().fill('gateway')
  await expect.poll(others).toEqual(['unavailable'])
  await press(/^unavailable /)
  await expect.poll(playing, soon).toEqual(['unavailable✕', 'recorded · 418✕'])
  expect((await call(store)).status).toBe(503)
  await search().fill('')
  await tile('404').click()
  await expectText('404 (not-found) was set for getPet.')
  await tile('429').click()
  await expect.poll(() => playing().join(), soon).toMatch(/^429.*404/)
  await press('Freeze')
  await press('Stop all but the clock')
  await expect.poll(playing, soon).toEqual([expect.stringMatching(/^clock frozen/)])
})

test('the arrow keys go from one situation to the next, and Tab leaves them; the keyboard stays on what it plays', async () => {
  const { store } = openPanel('situation')
  const focused = () => document.activeElement?.textContent.split(' ')[0]
  await expect.element(tile('429')).toBeInTheDocument()
  ;(tile('429').element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(focused()).toBe('401')
  await userEvent.keyboard('{ArrowDown}')
  expect(focused()).not.toBe('401')
  await userEvent.keyboard('{ArrowUp}')
  expect(focused()).toBe('401')
  await userEvent.keyboard('{End}{Enter}')
  await expect.element(tile('empty')).toHaveFocus()
  expect(store.sandbox().settings.scenario).toMatchObject([{ scenario: 'empty' }])
  await userEvent.tab()
  await expect.element(button('Freeze')).toHaveFocus()
  await userEvent.tab({ shift: true })
  await expect.element(tile('empty')).toHaveFocus()
})

test('what plays leads to the calls that are held, which are released, edited or cut there', async () => {
  const { store } = openPanel('situation', { scenario: 'hold' })
  const ask = () => store.fetch('/v1/pets/1', { headers: { authorization: 'Bearer test_pro' } })
  const asked: Promise<Response | 'cut'>[] = []
  for (const count of [1, 2, 3]) {
    asked.push(ask().catch(() => 'cut' as const))
    await expect.poll(() => store.sandbox().held.length).toBe(count)
  }
  await page.getByRole('button', { name: '3 calls held' }).click()
  await expect.element(page.getByLabelText('Find')).toHaveValue('held')
  await press('Release call 1')
  expect(await asked[0]).toMatchObject({ status: 200 })
  const open = (number: number) => page.getByRole('row', { name: new RegExp(`^${number} `) }).click()
  await open(2)
  await press('Edit the reply to call 2')
  const form = page.getByRole('form', { name: 'Another reply to call 2' })
  await form.getByLabelText('Status').fill('99')
  await expect.element(form.getByRole('button', { name: 'Release edited' })).toBeDisabled()
  await form.getByLabelText('Status').fill('503')
  await form.getByLabelText('Body').fill('{"late":true}')
  await form.getByRole('button', { name: 'Release edited' }).click()
  const changed = await asked[1]
  expect(changed).toMatchObject({ status: 503 })
  expect(await (changed as Response).text()).toBe('{"late":true}')
  await press('Close “Call 2”')
  await open(3)
  await press('Cut call 3')
  expect(await asked[2]).toBe('cut')
  await expectText('Reply, never sent')
})

test('the clock freezes, steps, jumps, and goes back to real time', async () => {
  const { store } = openPanel('situation', { realNow: () => Date.UTC(2026, 10, 21, 12) })
  const shows = async (instant: number) => {
    await expect.poll(() => store.sandbox().clock.now(), soon).toBe(instant)
  }
  await press('Freeze')
  await expectText('The clock stands still.')
  await press('+ 1 min')
  await shows(Date.UTC(2026, 10, 21, 12, 1))
  expect(line()).toBe(
    `curl -X POST -H "Content-Type: application/json" --data-raw '{"seconds":60}' http://127.0.0.1:4010/_mock/sandboxes/default/clock/advance`,
  )
  await press('to the removal of getPet, 2030-12-05')
  await shows(Date.UTC(2030, 11, 5))
  // A clock that is not real leads here from what plays, at any width.
  await page.getByRole('button', { name: /^clock frozen · 2030-12-05/ }).click()
  await expect.element(page.getByRole('heading', { name: 'Clock' })).toHaveFocus()
  await press('Back to now')
  await shows(Date.UTC(2026, 10, 21, 12))
})

test('throttles every answer, says so, and stops', async () => {
  const { store } = openPanel('situation', { latencyMilliseconds: [5, 10] })
  await expect.poll(playing, soon).toEqual(['throttle 5 ms to 10 ms✕'])
  await press('250 ms')
  await expect.element(button('250 ms'), soon).toHaveAttribute('aria-pressed', 'true')
  expect(store.sandbox().settings.latencyMilliseconds).toBe(250)
  await press('Stop the throttle')
  await expect.element(button('none'), soon).toHaveAttribute('aria-pressed', 'true')
  expect(store.sandbox().settings.latencyMilliseconds).toBe(0)
})

test('finds a fault by the words of its clause, plays it in place of another, and stops it', async () => {
  const { store } = openPanel('situation', { fault: 'list-truncated' })
  const heads = () => [...document.querySelectorAll<HTMLElement>('.others summary')]
  await expect
    .poll(() => heads().map(({ textContent }) => textContent))
    .toContain('Faults 1: What the service does 4 plays')
  expect(document.querySelector('.others details[open]')).toBeNull()
  heads()[0]?.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(heads()[1])
  await search().fill('fault list labelled text')
  await expect.poll(others).toEqual(['list-media-type-text'])
  await expectText('Faults 1: What the service does')
  await expectText('1 to play')
  await press(/^list-media-type-text /)
  await expect.poll(playing, soon).toEqual(['fault list-media-type-text✕'])
  expect((await call(store)).headers['Content-Type']).toBe('text/plain; charset=utf-8')
  await press(/^list-media-type-text /)
  await expect.poll(() => store.sandbox().settings.fault, soon).toBeUndefined()
  await search().fill('no-such-fault')
  await expectText(/Nothing fits/)
})

test('lists every choice that is no default, plays one found by its words, and stops it and all', async () => {
  const { store } = openPanel('situation', { profile: { ban: '2/60', paging: 'link' } })
  const expectProfile = async (profile: object) => {
    await expect.poll(() => store.sandbox().settings.profile, soon).toEqual({ ...defaultProfile, ...profile })
  }
  await search().fill('choice')
  const all = silences.flatMap(({ id, choices, default: usual }) =>
    Object.keys(choices).flatMap((choice) => (choice === usual ? [] : [`${id}=${choice}`])),
  )
  await expect.poll(() => others().toSorted(), soon).toEqual([...all, 'ban=2/60'].toSorted())
  await search().fill('http-date')
  await press(/^retry-after=http-date /)
  await expectProfile({ ban: '2/60', paging: 'link', 'retry-after': 'http-date' })
  await search().fill('ban=2/60')
  await press(/^ban=2\/60 /)
  await expectProfile({ paging: 'link', 'retry-after': 'http-date' })
  await press('Stop 2 choices')
  await expectProfile({})
})
