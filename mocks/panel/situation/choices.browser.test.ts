import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defaultProfile, silences } from '../../../spec/index.ts'
import { type AnimalStore, createAnimalStore } from '../../index.ts'
import { type TestPanel, expectAccessible, openPanel } from '../test-panel.ts'

let panel: TestPanel | undefined

/** The panel looks at the mock once a second. */
const soon = { timeout: 10_000 }

afterEach(() => panel?.remove())

function choice(value: string) {
  return page.elementLocator(element(`.silence input[value="${value}"]`))
}

function element(selector: string): HTMLElement {
  const found = panel?.element.querySelector<HTMLElement>(selector)
  if (found === undefined || found === null) throw new Error(`There is no ${selector} in the panel.`)
  return found
}

const rows = () => page.getByRole('list', { name: 'Questions' })

async function openSilence(store: AnimalStore, id: string): Promise<TestPanel> {
  panel = openPanel(store, 'choices')
  await goTo(id)
  return panel
}

async function goTo(id: string): Promise<void> {
  const row = rows().getByRole('button', { name: new RegExp(`^${id}\\b`) })
  await expect.element(row).toBeInTheDocument()
  // A pointer would have to scroll to each of them first.
  ;(row.element() as HTMLElement).click()
  await expect.poll(() => panel?.element.querySelector('.silence code')?.textContent).toBe(id)
}

test('asks every question with its section and its choices, the default marked and chosen', async () => {
  panel = openPanel(createAnimalStore({ dataset: 'one' }), 'choices')
  for (const silence of silences) {
    await goTo(silence.id)
    const group = page.getByRole('group', { name: silence.question, exact: true })
    const text = element('.silence').textContent
    expect(text).toContain(`section ${silence.section}`)
    for (const [name, does] of Object.entries(silence.choices)) {
      await expect.element(group.getByRole('radio', { name: new RegExp(`^${name}\\b`) }).nth(0)).toBeInTheDocument()
      expect(text).toContain(does)
    }
    await expect.element(choice(silence.default)).toBeChecked()
    expect(element('.silence label:has(:checked)').textContent).toContain('default')
  }
})

test('finds a question by its words', async () => {
  panel = openPanel(createAnimalStore({ dataset: 'one' }), 'choices')
  await page.getByLabelText('Search the questions').fill('http-date')
  await expect.poll(() => rows().element().textContent).toBe('retry-after seconds')
  await page.getByLabelText('Search the questions').fill('no-such-word')
  await expect.element(page.getByText('No question fits. Search for less.')).toBeInTheDocument()
})

test('a choice holds from the next call on, and a link leads to a try of its operation', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await openSilence(store, 'media-type')
  await choice('reject-415').click()
  await expect.element(page.getByText('media-type is reject-415 from the next call on.')).toBeInTheDocument()
  expect(panel?.line()).toBe(
    `curl -X PATCH -H "Content-Type: application/json" --data-raw '{"media-type":"reject-415"}' http://127.0.0.1:4010/_mock/sandboxes/default/profile`,
  )
  const reply = await store.answer({
    method: 'POST',
    target: '/v1/pets',
    headers: { authorization: 'Bearer test_pro', 'content-type': 'text/plain' },
    body: '{"name":"Rex","categoryId":1}',
  })
  expect(reply.status).toBe(415)
  await expect.element(choice('reject-415')).toBeChecked()
  await goTo('malformed-id')
  await page.getByText('try out getPet').click()
  await expect.element(page.getByRole('form', { name: 'Try out getPet' })).toBeInTheDocument()
})

test('the arrow keys choose, and stay on the choice', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await openSilence(store, 'retry-after')
  element('.silence input:checked').focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(() => store.sandbox().settings.profile['retry-after'], soon).toBe('http-date')
  await expect.element(choice('http-date')).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(() => store.sandbox().settings.profile['retry-after'], soon).toBe('seconds')
  await expect.element(choice('seconds')).toBeChecked()
})

test('takes a choice that is typed, and says in the words of the mock why there is no such choice', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await openSilence(store, 'ban')
  const field = page.getByLabelText('CALLS/SECONDS', { exact: true })
  await field.fill('soon')
  const choose = page.getByRole('form', { name: 'Choose CALLS/SECONDS' }).getByRole('button', { name: 'Choose' })
  await choose.click()
  const refusal = page.getByRole('alert')
  await expect
    .element(refusal)
    .toMatchTextContent('The silence "ban" has no choice "soon". Allowed: never, CALLS/SECONDS.')
  await expect.element(choice('10/300')).toBeChecked()
  await field.fill('2/60')
  await choose.click()
  await expect.poll(() => store.sandbox().settings.profile.ban, soon).toBe('2/60')
  await expect.poll(() => panel?.element.querySelector('.silence input[value="2/60"]:checked'), soon).not.toBeNull()
  await expect.element(refusal).not.toBeInTheDocument()
})

test('lists what is not the default, with the way back', async () => {
  const store = createAnimalStore({ dataset: 'one', profile: { 'list-order': 'newest-first' } })
  await openSilence(store, 'paging')
  await choice('link').click()
  await page.getByLabelText(`Not the default only (2 of ${silences.length})`).click()
  await expect.poll(() => rows().element().textContent).toBe('list-order newest-firstpaging link')
  await goTo('list-order')
  await choice('oldest-first').click()
  await expect.poll(() => store.sandbox().settings.profile, soon).toEqual({ ...defaultProfile, paging: 'link' })
  await expect.poll(() => rows().element().textContent, soon).toBe('paging link')
  await page.getByRole('button', { name: 'Back to the start' }).click()
  await expect
    .poll(() => store.sandbox().settings.profile, soon)
    .toEqual({ ...defaultProfile, 'list-order': 'newest-first' })
  await expect.element(choice('newest-first')).toBeChecked()
})

test('loads a profile from a file, whose other silences take their default, and says what is wrong with one', async () => {
  const store = createAnimalStore({ dataset: 'one', profile: { paging: 'link' } })
  const { line } = await openSilence(store, 'page-cap')
  const field = page.getByLabelText('Profile to load')
  const load = page.getByRole('button', { name: 'Load the file' })
  const take = async (content: string) => {
    await field.upload(new File([content], 'my profile.json', { type: 'application/json' }))
    await load.click()
  }
  await take('list-order: newest-first')
  await expect.element(page.getByText(/^This file is not JSON/)).toBeInTheDocument()
  await take('{"list-order":"sideways"}')
  await expect
    .element(page.getByText('"list-order" has no choice "sideways". Allowed: oldest-first', { exact: false }).first())
    .toBeInTheDocument()
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  expect(store.sandbox().settings.profile.paging).toBe('link')
  await take('{"list-order":"newest-first","page-cap":5}')
  await expect
    .poll(() => store.sandbox().settings.profile, soon)
    .toEqual({ ...defaultProfile, 'list-order': 'newest-first', 'page-cap': '5' })
  await expect.poll(() => panel?.element.querySelector('.silence input[value="5"]:checked'), soon).not.toBeNull()
  expect(line()).toBe(
    `curl -X PUT -H "Content-Type: application/json" -d "@my profile.json" http://127.0.0.1:4010/_mock/sandboxes/default/profile`,
  )
})

test('has no fault that axe knows', async () => {
  await openSilence(createAnimalStore({ dataset: 'one' }), 'status-default')
  await choice('available').click()
  await expect.element(page.getByText('status-default is available from the next call on.')).toBeInTheDocument()
  if (panel !== undefined) await expectAccessible(panel.element)
})
