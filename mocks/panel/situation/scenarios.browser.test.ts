import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { faults } from '../../faults/index.ts'
import { type AnimalStore, createAnimalStore } from '../../index.ts'
import { describedScenarios } from '../../world/described-scenarios.ts'
import { type TestPanel, expectAccessible, openPanel } from '../test-panel.ts'

let panel: TestPanel | undefined

/** The panel looks at the mock once a second. */
const soon = { timeout: 10_000 }

afterEach(async () => {
  panel?.remove()
  await page.viewport(414, 896)
})

async function call(store: AnimalStore, target = '/v1/pets') {
  return store.answer({ method: 'GET', target, headers: { authorization: 'Bearer test_pro' } })
}

function press(name: string) {
  return page.getByRole('button', { name, exact: true }).click()
}

function playing(): string[] {
  return [...(panel?.element.querySelectorAll('.playing li') ?? [])].map((row) => row.textContent)
}

test('names every scenario with its one line, its section, and the Prefer header that asks for it', async () => {
  panel = openPanel(createAnimalStore({ dataset: 'one' }), 'situation')
  await expect.element(page.getByRole('heading', { name: 'Play a scenario' })).toBeInTheDocument()
  const shown = [...panel.element.querySelectorAll('.scenarios tbody tr')].map((row) => row.textContent)
  expect(shown).toHaveLength(describedScenarios.length)
  for (const [index, scenario] of describedScenarios.entries()) {
    expect(shown[index]).toContain(scenario.id)
    expect(shown[index]).toContain(scenario.summary)
    expect(shown[index]).toContain(/^\d/.test(scenario.section) ? `section ${scenario.section}` : scenario.section)
    expect(shown[index]).toContain(
      'code' in scenario ? `Prefer: code=${scenario.code}` : `Prefer: scenario=${scenario.id}`,
    )
  }
})

test('plays a scenario in the whole sandbox until it is ended', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  panel = openPanel(store, 'situation')
  await press('Play server-error')
  await expect.poll(playing, soon).toEqual(['server-error the service fails with a 500, for every callEnd'])
  expect(panel.line()).toBe(
    `curl -X POST -H "Content-Type: application/json" --data-raw '{"scenario":"server-error"}' http://127.0.0.1:4010/_mock/sandboxes/default/scenarios`,
  )
  expect((await call(store)).status).toBe(500)
  await press('End server-error')
  await expect.poll(playing, soon).toEqual([])
  expect((await call(store)).status).toBe(200)
})

test('plays a scenario for one operation and the next calls, and counts them down', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  panel = openPanel(store, 'situation')
  await page.getByLabelText('Which calls').first().selectOptions('listPets')
  await page.getByLabelText('For how many calls').first().fill('2')
  await press('Play rate-limited')
  await expect
    .poll(playing, soon)
    .toEqual(['rate-limited no request is left in the minute, for 2 more calls of listPetsEnd'])
  expect(panel.line()).toContain('{"scenario":"rate-limited","operation":"listPets","calls":2}')
  expect((await call(store, '/v1/pets/1')).status).toBe(200)
  expect((await call(store)).status).toBe(429)
  await expect
    .poll(playing, soon)
    .toEqual(['rate-limited no request is left in the minute, for 1 more call of listPetsEnd'])
  expect((await call(store)).status).toBe(429)
  await expect.poll(playing, soon).toEqual([])
  expect((await call(store)).status).toBe(200)
})

test('offers no scenario for an operation that it does not apply to, and none for an invalid number of calls', async () => {
  panel = openPanel(createAnimalStore({ dataset: 'one' }), 'situation')
  const play = page.getByRole('button', { name: 'Play not-found', exact: true })
  await expect.element(play).toBeEnabled()
  await page.getByLabelText('Which calls').first().selectOptions('listPets')
  await expect.element(play).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'Play empty', exact: true })).toBeEnabled()
  await page.getByLabelText('For how many calls').first().fill('0')
  await expect.element(page.getByText('Enter a whole number from 1 on, or nothing.')).toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Play empty', exact: true })).toBeDisabled()
})

test('shows a recorded reply among what is played, and ends all of it', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  store.sandbox().play('slow', { operation: 'getPet' })
  store.sandbox().playReply({ status: 418, body: 'tea' })
  panel = openPanel(store, 'situation')
  await expect
    .poll(playing, soon)
    .toEqual([
      'recorded the reply to an earlier call comes again: 418, for every callEnd',
      'slow every answer takes three seconds, for every call of getPetEnd',
    ])
  await press('End recorded')
  await expect.poll(playing, soon).toHaveLength(1)
  await press('End all')
  await expect.poll(playing, soon).toEqual([])
  expect(store.sandbox().settings.scenario).toEqual([])
})

test.each([414, 1280])(
  'what is below the played scenarios stays where it is when one begins, %i pixels wide',
  async (width) => {
    await page.viewport(width, 896)
    panel = openPanel(createAnimalStore({ dataset: 'one' }), 'situation')
    const button = page.getByRole('button', { name: 'Play unauthorised', exact: true })
    await expect.element(button).toBeInTheDocument()
    // From the section's own beginning: in a narrow panel the head grows by the scenario that it names.
    const title = page.getByRole('heading', { level: 1 })
    const distance = () => button.element().getBoundingClientRect().top - title.element().getBoundingClientRect().top
    const before = distance()
    await button.click()
    await expect.poll(playing, soon).toHaveLength(1)
    expect(distance()).toBe(before)
  },
)

test('has every fault, below the section and the clause that it breaks, with the text of the clause', async () => {
  panel = openPanel(createAnimalStore({ dataset: 'one' }), 'situation')
  await expect.element(page.getByText(`${faults.length} faults in all.`)).toBeInTheDocument()
  for (const group of panel.element.querySelectorAll<HTMLElement>('.faults summary')) group.click()
  await expect.poll(() => panel?.element.querySelectorAll('.fault').length, soon).toBe(faults.length)
  const shown = [...panel.element.querySelectorAll('.fault code')].map((id) => id.textContent)
  expect(shown.toSorted()).toEqual(faults.map(({ id }) => id).toSorted())
  const clause = page.getByRole('heading', { name: /^8\/retry-after-present/ })
  expect(clause.element().textContent).toBe('8/retry-after-present A 429 has a Retry-After header.')
  expect(clause.element().parentElement?.querySelectorAll('.fault')).toHaveLength(1)
})

test('finds faults by words, switches one on in place of another, and off again', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  panel = openPanel(store, 'situation')
  await page.getByLabelText('Search the faults').fill('list labelled text')
  await expect.element(page.getByRole('button', { name: 'Switch on list-media-type-text' })).toBeInTheDocument()
  await expect.poll(() => panel?.element.querySelectorAll('.fault').length, soon).toBe(1)
  await press('Switch on list-media-type-text')
  await expect.element(page.getByText('active: list-media-type-text')).toBeInTheDocument()
  await expect.element(page.getByText(/^No scenario, but the fault list-media-type-text/)).toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Switch off list-media-type-text' })).toBeInTheDocument()
  expect(panel.line()).toContain(
    `-X PUT -H "Content-Type: application/json" --data-raw '{"fault":"list-media-type-text"}'`,
  )
  expect((await call(store)).headers['Content-Type']).toBe('text/plain; charset=utf-8')
  await page.getByLabelText('Search the faults').fill('no-such-fault')
  await expect.element(page.getByText(/No fault fits/)).toBeInTheDocument()
  await page.getByLabelText('Search the faults').fill('list-truncated')
  await press('Switch on list-truncated')
  await expect.element(page.getByText('active: list-truncated')).toBeInTheDocument()
  expect(store.sandbox().settings.fault).toBe('list-truncated')
  await press('Switch it off')
  await expect.poll(() => store.sandbox().settings.fault, soon).toBeUndefined()
  expect((await call(store)).headers['Content-Type']).toBe('application/json')
})

test('the fault in the head of the panel leads to the faults', async () => {
  const store = createAnimalStore({ dataset: 'one', fault: 'list-media-type-text' })
  panel = openPanel(store, 'situation')
  await page.getByRole('button', { name: 'fault list-media-type-text' }).click()
  const heading = page.getByRole('heading', { name: 'Faults', exact: true })
  await expect.element(heading).toHaveFocus()
  await expect.element(heading).toBeInViewport()
})

test('how an action ended stands at the foot until the next action, or another section', async () => {
  panel = openPanel(createAnimalStore({ dataset: 'one' }), 'situation')
  await press('Play slow')
  const foot = page.getByText('slow is played from the next call on.')
  await expect.element(foot).toBeInTheDocument()
  await press('Clock')
  await expect.element(page.getByRole('heading', { name: 'Clock', level: 1 })).toBeInTheDocument()
  await expect.element(foot).not.toBeInTheDocument()
})

test('has no fault that axe knows', async () => {
  const store = createAnimalStore({ dataset: 'one', fault: 'list-media-type-text', scenario: 'slow' })
  store.sandbox().play('rate-limited', { calls: 3 })
  panel = openPanel(store, 'situation')
  await page.getByText('Section 1', { exact: true }).click()
  await expect.element(page.getByRole('button', { name: 'Switch off list-media-type-text' })).toBeInTheDocument()
  await expectAccessible(panel.element)
})
