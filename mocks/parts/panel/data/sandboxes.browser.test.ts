import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type AnimalStore, type AnimalStoreOptions, createAnimalStore } from '../../../entry.ts'
import { button, eventually, expectAccessible, expectText, line, openPanel, press, texts } from '../test-panel.ts'
import { writeFragment } from '../panel-location.ts'

beforeEach(() => page.viewport(1280, 800))

afterEach(() => vi.restoreAllMocks())

/** Opens the tab with all that can be folded up. */
async function open(given: AnimalStore | AnimalStoreOptions = {}, sandbox?: string) {
  const opened = openPanel('data', given, sandbox)
  const folded = () => [...document.querySelectorAll<HTMLElement>('.fold:not([open]) > summary')]
  await eventually(() => document.querySelectorAll('.fold').length).toBe(3)
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
  await expect.element(row('pr-17')).toMatchTextContent(/1 animal, 1 call/)
  await press('pr-17')
  await expect.element(picker()).toHaveValue('pr-17')
  await expect.element(button('pr-17')).toHaveAttribute('aria-current', 'true')
})

test('creates a sandbox, and goes there', async () => {
  const { store } = await open()
  await page.getByLabelText('New sandbox').fill('PR-17')
  await expectText('A name has 1 to 64 of a–z, 0–9 and “-”.')
  await expect.element(page.getByRole('button', { name: 'Create' })).toBeDisabled()
  await page.getByLabelText('New sandbox').fill('checkout')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect.element(picker()).toHaveValue('checkout')
  expect(names(store)).toEqual(['default', 'checkout'])
  expect(line()).toBe(
    `curl -X POST -H "Content-Type: application/json" --data-raw '{"name":"checkout"}' http://127.0.0.1:4010/_mock/sandboxes`,
  )
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

test('resets a sandbox', async () => {
  const { store } = await open()
  await (await store.sandbox().animals).remove(1)
  await press('Reset default')
  await eventually(() => countOf(store)).toBe(1)
})

test('saves a snapshot, restores it, and deletes it', async () => {
  const { store } = await open()
  await page.getByRole('form', { name: 'Save a snapshot' }).getByLabelText('Name of a new snapshot').fill('before')
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
  await page.getByRole('button', { name: 'Restore demo-strict-service' }).click()
  await eventually(() => countOf(store)).toBe(60)
})

test('saves the state as a demo, loads that file in another mock, and goes back to its start again', async () => {
  const animals = [{ id: 9223372036854775807n, name: 'Last', categoryId: 1 }]
  const { remove } = await open({ dataset: animals, scenario: 'slow', clock: { mode: 'frozen', atMilliseconds: 0 } })
  let saved: Blob | undefined
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved = blob as Blob
    return 'blob:none'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await press('More of the panel')
  await press('Save this state as a demo')
  await expectText('Saved as default.json.')
  remove()

  const { store: other } = await open()
  const box = page.getByRole('group', { name: 'Go to a state' })
  const load = box.getByRole('button', { name: 'Load the file' })
  await expect.element(load).toBeDisabled()
  await box.getByLabelText('A demo of your own').upload(new File(['{'], 'default.json'))
  await load.click()
  await expect.element(page.getByText('This file is not JSON.', { exact: false })).toBeInTheDocument()
  await box.getByLabelText('A demo of your own').upload(new File([(await saved?.text()) ?? ''], 'default.json'))
  await load.click()
  // Its animals are there a moment before its start is kept.
  await expectText('The demo is at its start.')
  expect((await other.sandbox().animals).get(9223372036854775807n)).toEqual(animals[0])
  await (await other.sandbox().animals).remove(9223372036854775807n)
  other.sandbox().stop()
  other.sandbox().clock.reset()
  await page.getByRole('button', { name: 'Restore demo-default' }).click()
  await eventually(() => countOf(other)).toBe(1)
  expect(other.sandbox().settings.scenario).toMatchObject([{ scenario: 'slow' }])
  expect(other.sandbox().clock.now()).toBe(0)
})

test('copies the state as a link, says what it cannot hold, and loads one in place of all', async () => {
  const { store } = await open({ dataset: 'demo' })
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  store.sandbox().play('slow')
  await (await store.sandbox().animals).remove(1)
  await press('More of the panel')
  await press('Copy a link to this state')
  await expectText(/^Copied the state, but not all of it\. Animals were added/)
  expect(copied.mock.lastCall).toEqual(['dataset=demo&scenario=slow'])
  const load = async (link: string) => {
    await page.getByLabelText('A link to a state').fill(link)
    await page.getByRole('form', { name: 'Load a state' }).getByRole('button').click()
  }
  await load('dataset=lrge&fault=nope')
  await expectText(/There is no dataset "lrge"/)
  expect(await countOf(store)).toBe(59)
  const fragment = writeFragment({ section: 'data', sandbox: 'pr-17', detail: 'dataset=large&count=3' })
  await load(`http://127.0.0.1:4010/${fragment}`)
  await eventually(() => countOf(store)).toBe(3)
  expect(store.sandbox().settings.scenario).toEqual([])
})

/** Opens the panel as an address with a state that came from somewhere else. */
const openAt = (detail: string) =>
  openPanel('data', {}, 'default', { fragment: writeFragment({ section: 'data', sandbox: 'default', detail }) })

test('the state of an address changes nothing until a person says so', async () => {
  const { store, element, remove } = openAt('dataset=empty&fault=<img src=x onerror=alert(1)>\u202e')
  const asked = page.getByRole('group', { name: 'The state in the address' })
  await expect.element(asked).toMatchTextContent('<img src=x onerror=alert(1)>⟨U+202E⟩')
  expect(element.querySelector('img')).toBeNull()
  expect(await countOf(store)).toBe(1)
  await asked.getByRole('button', { name: 'Ignore it' }).click()
  await expect.element(asked).not.toBeInTheDocument()
  expect(await countOf(store)).toBe(1)
  remove()
  const { store: other } = openAt('dataset=large&count=4')
  await press('Load it')
  await eventually(() => countOf(other)).toBe(4)
  await expect.element(asked).not.toBeInTheDocument()
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
