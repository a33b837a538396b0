import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type AnimalStore, type AnimalStoreOptions, createAnimalStore } from '../../index.ts'
import { button, eventually, expectAccessible, expectText, line, openPanel, press, texts } from '../test-panel.ts'
import { writeFragment } from '../panel-location.ts'

beforeEach(() => page.viewport(1280, 800))

afterEach(() => vi.restoreAllMocks())

/** Opens the tab with all that can be folded up. */
async function open(given: AnimalStore | AnimalStoreOptions = {}, sandbox?: string) {
  const opened = openPanel('data', given, sandbox)
  const folded = () => [...document.querySelectorAll<HTMLElement>('.fold:not([open]) > summary')]
  await eventually(() => document.querySelectorAll('.fold').length).toBe(5)
  for (const summary of folded()) summary.click()
  await eventually(folded).toEqual([])
  return opened
}

const names = (store: AnimalStore) => store.sandboxes.map(({ name }) => name)
const countOf = async (store: AnimalStore, sandbox?: string) => (await store.sandbox(sandbox).animals).count()
const picker = () => page.getByRole('combobox', { name: 'Sandbox' })
const row = (name: string) => page.getByRole('listitem').filter({ has: button(name) })

test('lists every sandbox with its counts and what is on, and opens one', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  const other = store.sandbox('pr-17')
  other.play('slow')
  other.clock.state = { mode: 'frozen', atMilliseconds: 0 }
  await store.fetch('/v1/pets', { headers: { authorization: 'Bearer test_pro.pr-17' } }).catch(() => undefined)
  await open(store)
  await expect.element(row('pr-17')).toMatchTextContent(/clock frozen.*slow.*1 animal, 1 call, used just now/)
  await press('pr-17')
  await expect.element(picker()).toHaveValue('pr-17')
  await expect.element(button('pr-17')).toHaveAttribute('aria-current', 'true')
})

test('creates a sandbox, and goes there', async () => {
  const { store } = await open()
  await page.getByLabelText('New sandbox').fill('checkout')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect.element(picker()).toHaveValue('checkout')
  expect(names(store)).toEqual(['default', 'checkout'])
  expect(line()).toBe(
    `curl -X POST -H "Content-Type: application/json" --data-raw '{"name":"checkout"}' http://127.0.0.1:4010/_mock/sandboxes`,
  )
})

test.each(['PR-17', 'a b', 'ä', 'x'.repeat(65)])('says of the name "%s" what a name may be', async (name) => {
  await open()
  await page.getByLabelText('New sandbox').fill(name)
  await expectText('A name has 1 to 64 of a–z, 0–9 and “-”.')
  await expect.element(page.getByRole('button', { name: 'Create' })).toBeDisabled()
})

test('deletes a sandbox at the second click, and goes to the default one', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  store.sandbox('pr-17')
  await open(store, 'pr-17')
  await page.getByRole('button', { name: 'Delete pr-17' }).click()
  expect(names(store)).toContain('pr-17')
  await press('Delete')
  await expect.element(picker()).toHaveValue('default')
  expect(names(store)).toEqual(['default'])
  await expect.element(page.getByRole('button', { name: /^Delete/ })).not.toBeInTheDocument()
})

test('deletes another sandbox from the list, and stays', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  store.sandbox('pr-17')
  await open(store)
  await page.getByRole('button', { name: 'Delete pr-17' }).click()
  await userEvent.keyboard('{Escape}')
  expect(names(store)).toContain('pr-17')
  await page.getByRole('button', { name: 'Delete pr-17' }).click()
  await press('Delete')
  await eventually(() => names(store)).toEqual(['default'])
  await expect.element(picker()).toHaveValue('default')
})

test('resets a sandbox, and the whole mock', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  store.sandbox('pr-17')
  await (await store.sandbox().animals).remove(1)
  await open(store)
  await page.getByRole('button', { name: 'Reset default' }).click()
  await eventually(() => countOf(store)).toBe(1)
  expect(names(store)).toContain('pr-17')
  await page.getByRole('button', { name: 'Reset the whole mock…' }).click()
  await press('Reset the mock')
  await eventually(() => names(store)).toEqual(['default'])
  expect(line()).toBe('curl -X POST http://127.0.0.1:4010/_mock/reset')
})

test('saves a snapshot, restores it, and deletes it', async () => {
  const { store } = await open()
  await page.getByRole('form', { name: 'Save a snapshot' }).getByLabelText('Name').fill('before')
  await press('Save')
  await eventually(() => store.sandbox().snapshots).toEqual(['before'])
  await (await store.sandbox().animals).remove(1)
  await page.getByRole('button', { name: 'Restore before' }).click()
  await eventually(() => countOf(store)).toBe(1)
  await page.getByRole('button', { name: 'Delete before' }).click()
  await press('Delete')
  await eventually(() => store.sandbox().snapshots).toEqual([])
})

test('loads a demo, and goes back to its start', async () => {
  const { store } = await open()
  const load = page.getByRole('button', { name: 'Load strict-service' })
  await load.click()
  await eventually(() => store.sandbox().settings.profile['name-check']).toBe('strict')
  await eventually(() => countOf(store)).toBe(60)
  await (await store.sandbox().animals).remove(1)
  await page.getByRole('button', { name: 'Back to the start of strict-service' }).click()
  await expectText('The demo strict-service is at its start.')
  await eventually(() => countOf(store)).toBe(60)
})

test('saves the state as a demo, loads that file in another mock, and goes back to its start by one click', async () => {
  const animals = [{ id: 9223372036854775807n, name: 'Last', categoryId: 1 }]
  const { remove } = await open({ dataset: animals, scenario: 'slow', clock: { mode: 'frozen', atMilliseconds: 0 } })
  let saved: Blob | undefined
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved = blob as Blob
    return 'blob:none'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const save = page.getByRole('button', { name: 'Save as a file' })
  await expect.element(save).toBeDisabled()
  await page.getByLabelText('This state as a demo').fill('spring')
  await save.click()
  await expectText('Saved as spring.json.')
  remove()

  const { store: other } = await open()
  const box = page.getByRole('group', { name: 'Demos' })
  const load = box.getByRole('button', { name: 'Load the file' })
  await expect.element(load).toBeDisabled()
  await box.getByLabelText('A demo of your own').upload(new File(['{'], 'spring.json'))
  await load.click()
  await expect.element(page.getByText('This file is not JSON.', { exact: false })).toBeInTheDocument()
  await box.getByLabelText('A demo of your own').upload(new File([(await saved?.text()) ?? ''], 'spring.json'))
  await load.click()
  // Its animals are there a moment before its start is kept.
  await expectText('The demo is at its start.')
  expect((await other.sandbox().animals).get(9223372036854775807n)).toEqual(animals[0])
  expect(line()).toBe(
    `curl -X PUT -H "Content-Type: application/json" -d @spring.json http://127.0.0.1:4010/_mock/sandboxes/default/link`,
  )
  await (await other.sandbox().animals).remove(9223372036854775807n)
  other.sandbox().stop()
  other.sandbox().clock.reset()
  await page.getByRole('button', { name: 'Back to the start of spring' }).click()
  await eventually(() => countOf(other)).toBe(1)
  expect(other.sandbox().settings.scenario).toMatchObject([{ scenario: 'slow' }])
  expect(other.sandbox().clock.now()).toBe(0)
})

test('writes the state as a link with what it cannot hold, and loads one', async () => {
  const { store } = await open({ dataset: 'demo' })
  store.sandbox().play('slow')
  await (await store.sandbox().animals).remove(1)
  const state = page.getByRole('textbox', { name: 'The state of this sandbox' })
  await expect.element(state).toHaveTextContent('dataset=demo&scenario=slow')
  await expect.element(page.getByRole('list', { name: 'What it does not hold' })).toMatchTextContent('Animals were')
  await page.getByLabelText('State to load').fill('dataset=large&count=7&list-order=newest-first')
  await press('Load')
  await eventually(() => countOf(store)).toBe(7)
  expect(store.sandbox().settings.profile['list-order']).toBe('newest-first')
  expect(store.sandbox().settings.scenario).toEqual([])
  expect(line()).toContain('-X PUT')
  expect(line()).toContain('/_mock/sandboxes/default/link')
})

test('a wrong link is refused part by part, and changes nothing', async () => {
  const { store } = await open()
  await page.getByLabelText('State to load').fill('dataset=lrge&fault=nope')
  await press('Load')
  await expectText(/There is no dataset "lrge"/)
  expect(await countOf(store)).toBe(1)
})

test('loads the state of an address that was pasted', async () => {
  const { store } = await open()
  const fragment = writeFragment({ section: 'data', sandbox: 'pr-17', detail: 'dataset=large&count=3' })
  await page.getByLabelText('State to load').fill(`http://127.0.0.1:4010/${fragment}`)
  await press('Load')
  await eventually(() => countOf(store)).toBe(3)
})

/** Opens the panel as an address with a state that came from somewhere else. */
const openAt = (detail: string) =>
  openPanel('data', {}, 'default', { fragment: writeFragment({ section: 'data', sandbox: 'default', detail }) })

test('the state of an address changes nothing until a person says so', async () => {
  const { store, element } = openAt('dataset=empty&fault=<img src=x onerror=alert(1)>\u202e')
  const asked = page.getByRole('group', { name: 'The state in the address' })
  await expect.element(asked).toMatchTextContent('<img src=x onerror=alert(1)>⟨U+202E⟩')
  expect(element.querySelector('img')).toBeNull()
  expect(await countOf(store)).toBe(1)
  await asked.getByRole('button', { name: 'Ignore it' }).click()
  await expect.element(asked).not.toBeInTheDocument()
  expect(await countOf(store)).toBe(1)
})

test('the state of an address is taken over by one click', async () => {
  const { store } = openAt('dataset=large&count=4')
  await page.getByRole('button', { name: 'Load it' }).click()
  await eventually(() => countOf(store)).toBe(4)
  await expect.element(page.getByRole('button', { name: 'Load it' })).not.toBeInTheDocument()
})

test('a thousand sandboxes are searched, and those not shown are counted', async () => {
  const store = createAnimalStore({ dataset: 'empty' })
  for (let number = 1; number < 1000; number++) store.sandbox(`pr-${number}`)
  await open(store)
  await expectText('The 200 used last are shown, of 1000.')
  await page.getByLabelText('Search').fill('pr-777')
  await expect.element(row('pr-777')).toBeInTheDocument()
  expect(document.querySelectorAll('[aria-label="List of sandboxes"] li')).toHaveLength(1)
})

test('has no fault that axe knows, wide and narrow, while it asks', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await store.sandbox('pr-17').snapshot('before')
  store.sandbox('pr-17').play('rate-limited')
  store.sandbox('pr-17').clock.freeze()
  const { element } = await open(store, 'pr-17')
  await expect.element(page.getByRole('button', { name: 'Restore before' })).toBeInTheDocument()
  await page.getByRole('button', { name: 'Delete before' }).click()
  await expectAccessible()
  await page.viewport(390, 844)
  await expectAccessible()
  for (const box of element.querySelectorAll('.tab, .scroller')) expect(box.scrollWidth).toBe(box.clientWidth)
})

test.each(['..', '\u202Egnp.live'])(
  'an address with the sandbox %j, which there cannot be, shows its name as it is',
  async (name) => {
    const { store, element } = openPanel('data', {}, name)
    await eventually(() => texts('.empty strong').join('')).toMatch(/^There is no sandbox “.+” yet\.$/)
    expect(element.textContent).not.toMatch(/\p{Cf}/u)
    expect(names(store)).toEqual(['default'])
  },
)
