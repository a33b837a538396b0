import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type AnimalStore, createAnimalStore } from '../../../entry.ts'
import type { Pet } from '../../../../spec/index.ts'
import { button, eventually, expectText, line, openPanel, press, texts } from '../test-panel.ts'
import { tabTransport } from '../../../control/client/tab-transport.ts'
import type { Transport } from '../../../control/client/transport.ts'

beforeEach(() => page.viewport(1280, 800))

afterEach(() => vi.restoreAllMocks())

const zoo: readonly Pet[] = [
  { id: 1, name: 'Rex', categoryId: 1, status: 'available' },
  { id: 2, name: 'Anna', categoryId: 2, status: 'sold' },
  { id: 3, name: 'Zorro', categoryId: 99 },
]

const petOf = async (store: AnimalStore, id: number | bigint) => (await store.sandbox().animals).get(id)
const total = () => page.getByRole('status').filter({ hasText: /animal/ })
const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text })
const shownNames = () => texts('.name-text')

test('shows 100,000 animals a page at a time, and goes to the next one and back, and to the first one by a filter', async () => {
  openPanel('data', { dataset: 'large', count: 100_000 })
  await expect.element(total()).toHaveTextContent('100,000 animals')
  await eventually(() => shownNames().length).toBe(100)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.element(page.getByText('101', { exact: true })).toBeInTheDocument()
  await expectText('page 2 of 1,000')
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect.element(page.getByText('100', { exact: true })).toBeInTheDocument()
  await page.getByRole('searchbox').fill('50001')
  await expect.element(total()).toHaveTextContent('1 of 100,000 animals')
  await expect.element(page.getByText('50001', { exact: true })).toBeInTheDocument()
})

test('of questions that follow fast, only the answer to the latest is shown', async () => {
  const store = createAnimalStore({ dataset: zoo })
  const tab = tabTransport(store)
  const { promise, resolve } = Promise.withResolvers<void>()
  const transport: Transport = {
    ...tab,
    async send(request) {
      const reply = await tab.send(request)
      if (request.target.includes('search=z')) await promise
      return reply
    },
  }
  openPanel('data', store, 'default', { transport })
  await expect.element(total()).toHaveTextContent('3 animals')
  await page.getByRole('searchbox').fill('z')
  await page.getByRole('searchbox').fill('an')
  await eventually(shownNames).toEqual(['Anna'])
  resolve()
  await expect.element(page.getByRole('searchbox')).toHaveValue('an')
  expect(shownNames()).toEqual(['Anna'])
})

test('finds by name or id, filters by status, and both together', async () => {
  openPanel('data', { dataset: zoo })
  await page.getByRole('searchbox').fill('an')
  await expect.element(total()).toHaveTextContent('1 of 3 animals')
  expect(shownNames()).toEqual(['Anna'])
  await page.getByRole('combobox', { name: 'Status', exact: true }).selectOptions('available')
  await expectText('No animal fits.')
  await page.getByRole('button', { name: 'Show all animals' }).click()
  await eventually(shownNames).toEqual(['Rex', 'Anna', 'Zorro'])
  await page.getByRole('searchbox').fill('3')
  await eventually(shownNames).toEqual(['Zorro'])
})

test('adds an animal with an id and a category beyond what a number holds, every digit kept', async () => {
  const { store } = openPanel('data', { dataset: zoo })
  await page.getByRole('button', { name: 'Add an animal' }).click()
  // Enter in a form that was just opened adds nothing.
  await expect.element(page.getByLabelText('Name', { exact: true })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Add')).toBeDisabled()
  await page.getByLabelText('Name', { exact: true }).fill('Omega')
  await page.getByLabelText('Category', { exact: true }).fill('9007199254740993')
  await page.getByLabelText('Id', { exact: true }).fill('3')
  await press('Add')
  await expectText('Cannot add the animal: there is one with the id 3 already.')
  await page.getByLabelText('Id', { exact: true }).fill('9223372036854775807')
  await press('Add')
  await expect
    .poll(() => petOf(store, 9223372036854775807n))
    .toEqual({
      id: 9223372036854775807n,
      name: 'Omega',
      categoryId: 9007199254740993n,
      status: 'available',
    })
  expect(line()).toContain(`--data-raw '{"id":9223372036854775807,"name":"Omega","categoryId":9007199254740993,`)
  await expect.element(page.getByText('9223372036854775807', { exact: true })).toBeInTheDocument()
  await press('Edit Omega, 9223372036854775807')
  await page.getByLabelText('Status', { exact: true }).last().selectOptions('no status')
  await press('Save')
  await eventually(() => petOf(store, 9223372036854775807n)).not.toHaveProperty('status')
  expect(line()).toContain(`--data-raw '{"status":null}'`)
  await press('Undo')
  await eventually(() => petOf(store, 9223372036854775807n)).toHaveProperty('status', 'available')
})

test('an animal that was added is in sight and marked, on the last page and whatever was searched for', async () => {
  openPanel('data', { dataset: 'large', count: 150 })
  await expect.element(total()).toHaveTextContent('150 animals')
  await page.getByRole('searchbox').fill('7')
  await page.getByRole('button', { name: 'Add an animal' }).click()
  await page.getByLabelText('Name', { exact: true }).fill('Omega')
  await press('Add')
  await expectText('Omega was added, with the id 151.')
  await expect.element(rowOf('Omega')).toHaveAttribute('aria-current', 'true')
  await expect.element(rowOf('Omega')).toBeInViewport()
  await eventually(() => shownNames().length).toBe(51)
  await press('Undo')
  await eventually(() => shownNames().length).toBe(50)
  // What is typed after another click is the next animal.
  await press('Add an animal')
  await userEvent.keyboard('Next')
  await expect.element(page.getByLabelText('Name', { exact: true })).toHaveValue('Next')
})

test('says of a category that is no int64 what it must be, and sends nothing', async () => {
  openPanel('data', { dataset: zoo })
  await page.getByRole('button', { name: 'Add an animal' }).click()
  await page.getByLabelText('Name', { exact: true }).fill('Omega')
  for (const category of ['', '1.5', '9223372036854775808']) {
    await page.getByLabelText('Category', { exact: true }).fill(category)
    await expect.element(page.getByText('It must be an int64', { exact: false })).toBeInTheDocument()
    await expect.element(page.getByLabelText('Category', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await expect.element(button('Add')).toBeDisabled()
    await page.getByLabelText('Category', { exact: true }).fill('1')
    await expect.element(button('Add')).toBeEnabled()
  }
})

test('changes name and category in a form, names only what changed, and gives the keyboard back', async () => {
  const { store } = openPanel('data', { dataset: zoo })
  await page.getByRole('button', { name: 'Edit Anna, 2' }).click()
  await page.getByLabelText('Name', { exact: true }).fill('Anna the Second')
  await page.getByRole('button', { name: 'Save' }).click()
  await eventually(() => petOf(store, 2)).toEqual({ id: 2, name: 'Anna the Second', categoryId: 2, status: 'sold' })
  expect(line()).toContain(`--data-raw '{"name":"Anna the Second"}'`)
  await expect.element(page.getByRole('button', { name: 'Edit Anna the Second, 2' })).toHaveFocus()
  await press('Undo')
  await eventually(() => petOf(store, 2)).toEqual(zoo[1])
  await page.getByRole('button', { name: 'Edit Rex, 1' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Edit Rex, 1' })).toHaveFocus()
})

test('an animal that somebody else removed is offered to be added again, as it was written', async () => {
  const { store } = openPanel('data', { dataset: zoo })
  await press('Edit Anna, 2')
  await page.getByLabelText('Name', { exact: true }).fill('  ')
  await (await store.sandbox().animals).remove(2)
  await press('Save')
  await expect.element(button('Remove this animal')).not.toBeInTheDocument()
  await press('Add it again')
  await expectText('“ ” was added, with the id 2.')
  await eventually(() => petOf(store, 2)).toEqual({ ...zoo[1], name: '  ' })
  await eventually(shownNames).toEqual(['Rex', '“  ”', 'Zorro'])
})

test('what was written and not saved is there after a look at another section or animal, until it is discarded', async () => {
  const { steps } = openPanel('data', { dataset: zoo })
  await press('Edit Rex, 1')
  // On a phone the form covers the table, and the button back leads there.
  expect(steps).toEqual(['#/data'])
  await page.getByLabelText('Name', { exact: true }).fill('Half written')
  await press('Calls')
  await press(/^Data/)
  const name = page.getByLabelText('Name', { exact: true })
  await expect.element(name).toHaveValue('Half written')
  await press('Edit Anna, 2')
  await expect.element(name).toHaveValue('Anna')
  await expectText('What you wrote for Rex is not saved yet. It is there when you edit Rex again.')
  await press('Edit Rex, 1')
  await expect.element(name).toHaveValue('Half written')
  await userEvent.keyboard('{Escape}')
  await press('Edit Rex, 1')
  await expect.element(name).toHaveValue('Half written')
  await press('Discard')
  await expect.element(name).toHaveValue('Rex')
})

test('the table is one stop of Tab, edited by the keyboard: arrows, Enter, Delete, and the undo', async () => {
  const { store } = openPanel('data', { dataset: zoo })
  await expect.element(button('Edit Rex, 1')).toBeInTheDocument()
  expect(document.querySelectorAll('.animals-table [tabindex="0"]')).toHaveLength(1)
  ;(button('Edit Rex, 1').element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}{Delete}')
  await eventually(() => petOf(store, 2)).toBeUndefined()
  await expect.element(button('Edit Zorro, 3')).toHaveFocus()
  await userEvent.keyboard('{Delete}')
  await expect.element(button('Edit Rex, 1')).toHaveFocus()
  await userEvent.keyboard('{Delete}')
  await expectText('There is no animal here.')
  await press('Undo')
  await eventually(shownNames).toEqual(['Rex'])
  // Neither another section nor what fails takes the others away.
  await press('Calls')
  await press(/^Data/)
  await userEvent.keyboard('{Control>}k{/Control}remove animal 77{Enter}')
  await expectText(/There is no animal 77/)
  await press('Undo')
  await eventually(shownNames).toEqual(['Rex', 'Zorro'])
  await press('Undo')
  // The one that was removed last has its place again.
  await eventually(shownNames).toEqual(['Rex', 'Zorro', 'Anna'])
  expect(await petOf(store, 2)).toEqual(zoo[1])
  await expect.element(button('Undo')).not.toBeInTheDocument()
  await expect.element(button('Edit Anna, 2')).toHaveFocus()
  await press('Edit Rex, 1')
  await press('Remove this animal')
  await eventually(shownNames).toEqual(['Zorro', 'Anna'])
})

test('shows names of every kind as text, and nothing of them as markup', async () => {
  const { element } = openPanel('data', { dataset: 'text' })
  await expect.element(total()).toHaveTextContent('75 animals')
  const seen = shownNames()
  expect(seen.some((name) => name.includes('<'))).toBe(true)
  expect(seen.filter((name) => /[\p{Cc}\u202A-\u202E\u2066-\u2069\u200E\u200F]/u.test(name))).toEqual([])
  expect(element.querySelectorAll('script, img, iframe, b, marquee')).toHaveLength(0)
})

test('what a call adds is seen without a click', async () => {
  const { store } = openPanel('data', { dataset: zoo })
  await expect.element(total()).toHaveTextContent('3 animals')
  await store.fetch('/v1/pets', {
    method: 'POST',
    headers: { authorization: 'Bearer test_pro', 'content-type': 'application/json' },
    body: '{"name":"Newcomer","categoryId":1}',
  })
  await expect.element(rowOf('Newcomer')).toBeInTheDocument()
  await expect.element(total()).toHaveTextContent('4 animals')
})

test('saves all animals, every digit kept', async () => {
  openPanel('data', { dataset: [{ id: 9007199254740993n, name: 'Rex', categoryId: 1 }] })
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${saved.push(blob as Blob)}`)
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await press('More of the panel')
  await press('Save the animals as NDJSON')
  await expectText('Saved as animals-default.ndjson.')
  expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe('animals-default.ndjson')
  expect(await saved[0]?.text()).toMatch(/^{"id":9007199254740993,/)
})
