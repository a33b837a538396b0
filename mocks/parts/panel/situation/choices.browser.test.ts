import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { defaultProfile, silences } from '../../../../spec/index.ts'
import type { AnimalStore, AnimalStoreOptions } from '../../../entry.ts'
import { expectText, openPanel, press, texts } from '../test-panel.ts'

/** The panel looks at the mock once a second. */
const soon = { timeout: 10_000 }

async function expectProfile(store: AnimalStore, profile: object) {
  await expect.poll(() => store.sandbox().settings.profile, soon).toMatchObject(profile)
}

/** The choice for a silence, which its question names. */
function choice(id: string) {
  return page.getByLabelText(silences.find((silence) => silence.id === id)?.question ?? id, { exact: true })
}

const shown = () => texts('.lined.scroller code')

async function openChoices(profile: AnimalStoreOptions['profile'] = {}) {
  const { store } = openPanel('situation', { profile })
  await press('choices')
  return store
}

test('lists every choice, those that differ first, each with what it does, and finds one by its words', async () => {
  const store = await openChoices({ paging: 'link' })
  await expect.poll(() => shown()[0], soon).toBe('paging')
  expect(shown().toSorted()).toEqual(silences.map(({ id }) => id).toSorted())
  for (const { id, choices } of silences) {
    const text = choice(id).element().textContent
    for (const does of Object.values(choices)) expect(text).toContain(`: ${does}`)
    expect([id, text]).toEqual([id, expect.stringContaining('(default)')])
  }
  await page.getByLabelText('Search the choices').fill('http-date')
  await expect.poll(shown).toEqual(['retry-after'])
  await choice('retry-after').selectOptions('http-date')
  await expectProfile(store, { ...defaultProfile, paging: 'link', 'retry-after': 'http-date' })
  await expect.element(choice('retry-after'), soon).toHaveValue('http-date')
  await press('Stop 2 choices')
  await expectProfile(store, defaultProfile)
})

test('a question stands above its control, whole, at any width', async () => {
  await page.viewport(1440, 900)
  await openChoices()
  await expect.element(choice('page-cap')).toBeInTheDocument()
  for (const row of document.querySelectorAll('.lined.scroller > li')) {
    const [question, control] = ['span', 'select'].map((name) => row.querySelector(name)?.getBoundingClientRect())
    expect(control?.top).toBeGreaterThanOrEqual(question?.bottom ?? Infinity)
    expect(question?.height).toBeLessThan(45)
  }
  await page.viewport(414, 896)
})

test('takes a choice that is typed, and says in the words of the mock why there is no such choice', async () => {
  const store = await openChoices()
  await page.getByLabelText('Search the choices').fill('CALLS/SECONDS')
  const form = page.getByRole('form', { name: 'Choose for ban' })
  await form.getByLabelText(/^CALLS\/SECONDS: /).fill('soon')
  await form.getByRole('button').click()
  const problem = 'The silence "ban" has no choice "soon". Allowed: never, CALLS/SECONDS.'
  await expect.element(page.getByRole('alert')).toMatchTextContent(problem)
  await form.getByLabelText(/^CALLS\/SECONDS: /).fill('2/60')
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
})
