import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { defaultProfile, silences } from '../../../spec/index.ts'
import type { AnimalStore, AnimalStoreOptions } from '../../index.ts'
import { expectText, line, openPanel, texts } from '../test-panel.ts'

/** The panel looks at the mock once a second. */
const soon = { timeout: 10_000 }

async function expectProfile(store: AnimalStore, profile: object) {
  await expect.poll(() => store.sandbox().settings.profile, soon).toMatchObject(profile)
}

/** The choice for a silence, which its question names. */
function choice(id: string) {
  return page.getByLabelText(silences.find((silence) => silence.id === id)?.question ?? id, { exact: true })
}

const shown = () => texts('.fold li code')

async function openChoices(profile: AnimalStoreOptions['profile'] = {}) {
  const { store } = openPanel('situation', { profile })
  await page.getByRole('heading', { name: 'Choices' }).click()
  return store
}

test('lists the choices that differ from the default, then all, each with what it does', async () => {
  await openChoices({ 'list-order': 'newest-first', paging: 'link' })
  await expectText(`2 of ${silences.length} differ from the default: list-order newest-first, paging link`)
  expect(shown()).toEqual(['list-order', 'paging'])
  await page.getByLabelText(`All ${silences.length}`).click()
  await expect.poll(shown).toEqual(silences.map(({ id }) => id))
  for (const { id, choices } of silences) {
    const text = choice(id).element().textContent
    for (const does of Object.values(choices)) expect(text).toContain(`: ${does}`)
    expect([id, text]).toEqual([id, expect.stringContaining('(default)')])
  }
})

test('finds a question by its words, and what is chosen holds from the next call on', async () => {
  const store = await openChoices()
  await expectText('Every choice is the default.')
  const search = page.getByLabelText('Search the choices')
  await search.fill('no-such-word')
  await expectText('No question fits.')
  await search.fill('http-date')
  await expect.poll(shown).toEqual(['retry-after'])
  await choice('retry-after').selectOptions('http-date')
  await expectProfile(store, { ...defaultProfile, 'retry-after': 'http-date' })
  await expect.element(choice('retry-after'), soon).toHaveValue('http-date')
  expect(line()).toBe(
    `curl -X PATCH -H "Content-Type: application/json" --data-raw '{"profile":{"retry-after":"http-date"}}' http://127.0.0.1:4010/_mock/sandboxes/default/settings`,
  )
  await page.getByRole('button', { name: 'Back to the start' }).click()
  await expectProfile(store, defaultProfile)
})

test('takes a choice that is typed, and says in the words of the mock why there is no such choice', async () => {
  const store = await openChoices()
  await page.getByLabelText('Search the choices').fill('CALLS/SECONDS')
  const form = page.getByRole('form', { name: 'Choose CALLS/SECONDS' })
  await form.getByLabelText('CALLS/SECONDS').fill('soon')
  await form.getByRole('button').click()
  const problem = 'The silence "ban" has no choice "soon". Allowed: never, CALLS/SECONDS.'
  await expect.element(page.getByRole('alert')).toMatchTextContent(problem)
  await form.getByLabelText('CALLS/SECONDS').fill('2/60')
  await form.getByRole('button').click()
  await expectProfile(store, { ban: '2/60' })
  await expect.element(choice('ban'), soon).toHaveValue('2/60')
})

test('loads a profile from a file, whose other silences take their default, and says what is wrong with one', async () => {
  const store = await openChoices({ paging: 'link' })
  const field = page.getByLabelText('Profile to load, such as contract --learn writes')
  const take = async (content: string) => {
    await field.upload(new File([content], 'my profile.json', { type: 'application/json' }))
    await page.getByRole('button', { name: 'Load the file' }).click()
  }
  await take('list-order: newest-first')
  await expectText(/^This file is not JSON/)
  await take('{"list-order":"sideways"}')
  await expectText(/"list-order" has no choice "sideways". Allowed: oldest-first/)
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  expect(store.sandbox().settings.profile.paging).toBe('link')
  await take('{"list-order":"newest-first","page-cap":5}')
  await expectProfile(store, { ...defaultProfile, 'list-order': 'newest-first', 'page-cap': '5' })
  expect(line()).toBe(
    `jq '{profile: (${JSON.stringify(defaultProfile)} + .)}' "my profile.json" | curl -X PATCH -H "Content-Type: application/json" -d @- http://127.0.0.1:4010/_mock/sandboxes/default/settings`,
  )
})
