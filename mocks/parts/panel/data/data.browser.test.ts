import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AnimalStore } from '../../../entry.ts'
import { button, eventually, expectText, line, openPanel, press, texts } from '../test-panel.ts'
import { writeFragment } from '../panel-location.ts'

beforeEach(() => page.viewport(1280, 800))

afterEach(() => vi.restoreAllMocks())

const names = (store: AnimalStore) => store.sandboxes.map(({ name }) => name)
const countOf = async (store: AnimalStore, sandbox?: string) => (await store.sandbox(sandbox).animals).count()
const form = (name: string) => page.getByRole('form', { name })

test('creates a sandbox, and goes there', async () => {
  const { store } = openPanel('data')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument()
  await userEvent.keyboard('{Control>}k{/Control}new sandbox checkout{Enter}')
  await expect.element(page.getByRole('combobox', { name: 'Sandbox' })).toHaveValue('checkout')
  expect(names(store)).toEqual(['default', 'checkout'])
})

test('saves a snapshot, and restores it', async () => {
  const { store } = openPanel('data')
  await form('Save a snapshot').getByLabelText('Name of a new snapshot').fill('before')
  await press('Save')
  await expect.element(button('Restore before')).toBeInTheDocument()
  await (await store.sandbox().animals).remove(1)
  await press('Restore before')
  await eventually(() => countOf(store)).toBe(1)
  await press('Undo')
  await eventually(() => countOf(store)).toBe(0)
  await press('Restore before')
  await eventually(() => countOf(store)).toBe(1)
  // What Undo leads by has no button to remove it; going there by hand is undone, too.
  await press('Restore before-the-last-load')
  await eventually(() => countOf(store)).toBe(0)
  await press('Undo')
  await eventually(() => countOf(store)).toBe(1)
  await press('Undo')
  await eventually(() => countOf(store)).toBe(0)
  await press(/^Remove the snapshot/)
  await eventually(() => store.sandbox().snapshots).toEqual(['before-the-last-load', 'before-the-last-undo'])
})

test('loads a dataset in place of all animals, and takes that back', async () => {
  const { store } = openPanel('data')
  const choose = (what: string) => form('Load a dataset').getByRole('combobox').selectOptions(what)
  await choose('large')
  await page.getByLabelText('Count').fill('five')
  await expect.element(button('Load')).toBeDisabled()
  await page.getByLabelText('Count').fill('5')
  await press('Load')
  await eventually(() => countOf(store)).toBe(5)
  await expect.element(page.getByRole('table', { name: 'Animals' }).getByRole('button').first()).toHaveFocus()
  expect(line()).toContain(`-X PUT -H "Content-Type: application/json" --data-raw '{"dataset":"large","count":5}'`)
  await userEvent.keyboard('{Control>}k{/Control}undo{Enter}')
  await eventually(() => countOf(store)).toBe(1)
  await expectText('It is as it was before.')
  await userEvent.keyboard('{Control>}k{/Control}reset this{Enter}')
  await press('Undo')
  await expectText('It is as it was before.')
})

test('what a load took stays to be restored when an animal is added, which has an undo of its own', async () => {
  const { store } = openPanel('data')
  const add = async () => {
    await press('Add an animal')
    await page.getByLabelText('Name', { exact: true }).fill('Second')
    await press('Add')
    await expectText(/^Second was added, with the id \d+\.$/)
  }
  await add()
  expect(store.sandbox().snapshots).toEqual([])
  await press('Close “Add an animal”')
  await form('Load a dataset').getByRole('combobox').selectOptions('empty')
  await press('Load')
  await eventually(() => countOf(store)).toBe(0)
  await add()
  await press('Undo')
  await eventually(() => countOf(store)).toBe(0)
  await press('Close “Add an animal”')
  await press('Restore before-the-last-load')
  await eventually(() => countOf(store)).toBe(2)
})

/** Loads a file of this machine. */
async function load(content: string, name: string): Promise<void> {
  await page.getByLabelText('A file of animals, or a saved state').upload(new File([content], name))
}

test('loads a file of animals, every digit kept, and says in the words of the mock what is wrong with one', async () => {
  const { store } = openPanel('data')
  await load('id,name,categoryId\n1,Rex,1\n2,Tom,dogs\n', 'my pets.csv')
  await expect.element(page.getByText(/line 3/).first()).toBeInViewport({ ratio: 0.9 })
  await load('x', 'pets.xlsx')
  await expectText(/must end in one of \.json/)
  await load('id,name,categoryId\n1,Rex,dogs\n', 'bad.csv')
  const status = page.getByRole('status').last()
  await expect.element(status).toMatchTextContent(/^Cannot use the animals of bad\.csv: .*line 2/)
  expect(await countOf(store)).toBe(1)
  const problem = page.getByText('Cannot use the animals of bad.csv', { exact: false })
  await userEvent.keyboard('{Control>}k{/Control}clear the calls{Enter}')
  await expect.element(problem).not.toBeInTheDocument()
  await load('{"name":"Big","categoryId":9007199254740993}\n', 'big.ndjson')
  await eventually(async () => (await store.sandbox().animals).get(1)).toMatchObject({ categoryId: 9007199254740993n })
})

test('on a phone, what takes the place of the animals is one press away, and so it is from everywhere', async () => {
  await page.viewport(390, 844)
  openPanel('data', { dataset: 'demo' })
  const dataset = form('Load a dataset').getByRole('combobox')
  await expect.element(page.getByText('60 animals')).toBeInTheDocument()
  await expect.element(dataset).not.toBeInViewport()
  await press('Load or restore…')
  await expect.element(dataset).toHaveFocus()
  await expect.element(dataset).toBeInViewport()
  await press('Calls')
  await userEvent.keyboard('{Control>}k{/Control}load{Enter}')
  await expect.element(dataset).toHaveFocus()
})

test('saves the state with its animals, and loads that file in another mock', async () => {
  const animals = [{ id: 9223372036854775807n, name: 'Last', categoryId: 1 }]
  const { remove } = openPanel('data', { dataset: animals, scenario: 'slow' })
  let saved: Blob | undefined
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved = blob as Blob
    return 'blob:none'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await press('More of the panel')
  await press('Save this state, the animals included')
  await expectText('Saved as state-default.json.')
  remove()
  const { store: other } = openPanel('data')
  await load((await saved?.text()) ?? '', 'default.json')
  await eventually(() => other.sandbox().settings.scenario).toMatchObject([{ scenario: 'slow' }])
  expect((await other.sandbox().animals).get(9223372036854775807n)).toEqual(animals[0])
})

test('copies the state as a link, and says what it cannot hold', async () => {
  const { store } = openPanel('data', { dataset: 'demo', scenario: 'slow' })
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await (await store.sandbox().animals).remove(1)
  await press('More of the panel')
  await press('Copy a link to this state')
  await expectText(/^Copied the state, but not all of it\. Animals were added/)
  expect(copied.mock.lastCall).toEqual(['dataset=demo&scenario=slow'])
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

test.each(['..', '\u202Egnp.live'])(
  'an address with the sandbox %j, which there cannot be, shows its name as it is',
  async (name) => {
    const { store, element } = openPanel('data', {}, name)
    await eventually(() => texts('.empty strong').join('')).toMatch(/^There is no sandbox “.+” yet\.$/)
    expect(element.textContent).not.toMatch(/\p{Cf}/u)
    expect(names(store)).toEqual(['default'])
  },
)
