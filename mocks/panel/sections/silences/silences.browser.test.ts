import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defaultProfile, silences } from '../../../../spec/index.ts'
import { type AnimalStore, createAnimalStore } from '../../../index.ts'
import { type TestPanel, expectAccessible, openPanel } from '../../test-panel.ts'

let panel: TestPanel | undefined

/** The panel looks at the mock once a second. */
const soon = { timeout: 10_000 }

afterEach(() => panel?.remove())

function choice(silence: string, value: string) {
  return page.elementLocator(element(`#silence-${silence} input[value="${value}"]`))
}

function element(selector: string): HTMLElement {
  const found = panel?.element.querySelector<HTMLElement>(selector)
  if (found === undefined || found === null) throw new Error(`There is no ${selector} in the panel.`)
  return found
}

/** What is shown as different: the lines before, and the lines after. */
function difference(silence: string): { readonly went: string[]; readonly came: string[] } {
  const texts = (kind: string) =>
    [...(panel?.element.querySelectorAll(`#silence-${silence} .${kind}`) ?? [])].map((line) => line.textContent)
  return { went: texts('went'), came: texts('came') }
}

async function openSilences(store: AnimalStore): Promise<void> {
  panel = openPanel(store, 'silences')
  await expect.element(page.getByRole('heading', { name: 'Not the default', exact: true })).toBeInTheDocument()
}

test('asks every question with its section and its choices, the default marked and chosen', async () => {
  await openSilences(createAnimalStore({ dataset: 'one' }))
  for (const silence of silences) {
    const group = page.getByRole('group', { name: silence.question, exact: true })
    const text = element(`#silence-${silence.id}`).textContent
    expect(text).toContain(`section ${silence.section}`)
    for (const [name, does] of Object.entries(silence.choices)) {
      await expect.element(group.getByRole('radio', { name: new RegExp(`^${name}\\b`) }).nth(0)).toBeInTheDocument()
      expect(text).toContain(does)
    }
    await expect.element(choice(silence.id, silence.default)).toBeChecked()
    expect(element(`#silence-${silence.id} label:has(:checked)`).textContent).toContain('default')
  }
})

test('a choice holds from the next call on, and the difference is shown beside it', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await openSilences(store)
  await choice('media-type', 'reject-415').click()
  await expect.element(page.getByText('media-type is reject-415 from the next call on.')).toBeInTheDocument()
  expect(panel?.line()).toBe(
    `curl -X PATCH -H 'Content-Type: application/json' -d '{"media-type":"reject-415"}' http://127.0.0.1:4010/_mock/sandboxes/default/profile`,
  )
  await expect.poll(() => difference('media-type').went, soon).toContain('Before: −HTTP 201')
  expect(difference('media-type').came).toContain('After: +HTTP 415')
  expect(store.sandboxes).toHaveLength(1)
  expect(store.sandbox().journal.total).toBe(0)
  const reply = await store.answer({
    method: 'POST',
    target: '/v1/pets',
    headers: { authorization: 'Bearer test_pro', 'content-type': 'text/plain' },
    body: '{"name":"Rex","categoryId":1}',
  })
  expect(reply.status).toBe(415)
  await expect.element(choice('media-type', 'reject-415')).toBeChecked()
})

test('the arrow keys choose, and stay on the choice', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await openSilences(store)
  element('#silence-retry-after input:checked').focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(() => store.sandbox().profile['retry-after'], soon).toBe('http-date')
  await expect.poll(() => difference('retry-after').came, soon).toHaveLength(1)
  await expect.element(choice('retry-after', 'http-date')).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(() => store.sandbox().profile['retry-after'], soon).toBe('seconds')
  await expect.element(choice('retry-after', 'seconds')).toBeChecked()
})

test('compares two choices without making either', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await openSilences(store)
  await page.getByRole('button', { name: 'Show the difference for retry-after' }).click()
  await expect
    .poll(() => difference('retry-after'), soon)
    .toEqual({
      went: ['Before: −retry-after: 30'],
      came: ['After: +retry-after: Sat, 21 Nov 2026 12:01:00 GMT'],
    })
  expect(panel?.line()).toBe(`curl -i -H 'authorization: Bearer test_pro' http://127.0.0.1:4010/v1/pets`)
  expect(store.sandbox().profile).toEqual(defaultProfile)
})

test('says so where two choices make no difference to the sample', async () => {
  await openSilences(createAnimalStore({ dataset: 'one', profile: { 'rate-body': 'empty', 'page-cap': '2' } }))
  await page.elementLocator(element('#silence-rate-body')).getByLabelText('To').selectOptions('empty')
  await page.getByRole('button', { name: 'Show the difference for rate-body' }).click()
  await expect.element(page.getByText(/^No difference/)).toBeInTheDocument()
})

test('takes a choice that is typed, and says in the words of the mock why there is no such choice', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await openSilences(store)
  const field = page.getByLabelText('CALLS/SECONDS')
  await field.fill('soon')
  const choose = page.getByRole('form', { name: 'Choose CALLS/SECONDS' }).getByRole('button', { name: 'Choose' })
  await choose.click()
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  expect(element('#silence-ban .problem').textContent).toContain(
    'The silence "ban" has no choice "soon". Allowed: never, CALLS/SECONDS.',
  )
  await expect.element(choice('ban', '10/300')).toBeChecked()
  await field.fill('2/60')
  await choose.click()
  await expect.poll(() => store.sandbox().profile.ban, soon).toBe('2/60')
  await expect.poll(() => panel?.element.querySelector('#silence-ban input[value="2/60"]:checked'), soon).not.toBeNull()
  await expect.element(field).not.toHaveAttribute('aria-invalid')
  await expect.poll(() => difference('ban').came.join(), soon).toContain('key_banned')
})

test('lists what is not the default on top, with the way back', async () => {
  const store = createAnimalStore({ dataset: 'one', profile: { 'list-order': 'newest-first' } })
  await openSilences(store)
  await expect.element(page.getByText(`1 choice is not the default, of ${silences.length}.`)).toBeInTheDocument()
  await choice('paging', 'link').click()
  await page.getByRole('button', { name: 'paging: link' }).click()
  await expect.element(choice('paging', 'link')).toHaveFocus()
  await page.getByRole('button', { name: 'Back to default: list-order' }).click()
  await expect.element(page.getByText('list-order is oldest-first again.')).toBeInTheDocument()
  await expect.element(choice('list-order', 'oldest-first')).toBeChecked()
  expect(store.sandbox().profile).toEqual({ ...defaultProfile, paging: 'link' })
  await page.getByRole('button', { name: 'Back to the start' }).click()
  await expect.poll(() => store.sandbox().profile, soon).toEqual({ ...defaultProfile, 'list-order': 'newest-first' })
  await expect.element(choice('paging', 'none')).toBeChecked()
})

test('loads a profile that was pasted, whose other silences take their default, and says what is wrong with one', async () => {
  const store = createAnimalStore({ dataset: 'one', profile: { paging: 'link' } })
  await openSilences(store)
  await page.getByRole('button', { name: 'Load or save' }).click()
  const text = page.getByLabelText('Or the text of one')
  const load = page.getByRole('button', { name: 'Load', exact: true })
  await text.fill('list-order: newest-first')
  await load.click()
  await expect.element(page.getByText(/^This is not JSON/)).toBeInTheDocument()
  await text.fill('{"list-order":"sideways"}')
  await load.click()
  await expect
    .poll(() => element('.profile-form .problem').textContent, soon)
    .toContain('"list-order" has no choice "sideways". Allowed: oldest-first, newest-first.')
  expect(store.sandbox().profile.paging).toBe('link')
  await text.fill('{"list-order":"newest-first","page-cap":5}')
  await load.click()
  await expect
    .poll(() => store.sandbox().profile, soon)
    .toEqual({ ...defaultProfile, 'list-order': 'newest-first', 'page-cap': '5' })
  await expect
    .poll(() => panel?.element.querySelector('#silence-page-cap input[value="5"]:checked'), soon)
    .not.toBeNull()
  await expect.element(text).toHaveValue('')
})

test('loads a profile from a file, and shows the profile to be saved', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await openSilences(store)
  await page.getByRole('button', { name: 'Load or save' }).click()
  const learnt = JSON.stringify({ ...defaultProfile, removal: 'gone' }, undefined, 2)
  await page
    .getByLabelText('A file, as animal-store contract --learn writes it')
    .upload(new File([learnt], 'profile.json', { type: 'application/json' }))
  await expect.element(page.getByLabelText('Or the text of one')).toHaveValue(learnt)
  await page.getByRole('button', { name: 'Load', exact: true }).click()
  await expect.poll(() => store.sandbox().profile.removal, soon).toBe('gone')
  const shown = page.getByRole('region', { name: 'The profile of this sandbox' })
  await expect.poll(() => shown.element().textContent, soon).toBe(`${learnt}\n`)
})

test.each(['light', 'dark'])('has no fault that axe knows, in the %s', async (scheme) => {
  await openSilences(createAnimalStore({ dataset: 'one' }))
  if (panel !== undefined) panel.element.style.colorScheme = scheme
  await page.getByRole('button', { name: 'Load or save' }).click()
  await choice('status-default', 'available').click()
  await expect.poll(() => difference('status-default').came, soon).toHaveLength(2)
  if (panel !== undefined) await expectAccessible(panel.element)
})
