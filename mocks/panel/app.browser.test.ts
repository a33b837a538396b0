import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createAnimalStore } from '../index.ts'
import { button, expectAccessible, expectText, line, openPanel, press, texts } from './test-panel.ts'
import { tabTransport } from '../control/client/tab-transport.ts'
import { RequestError, type Transport } from '../control/client/transport.ts'

beforeEach(() => page.viewport(414, 896))

afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

test.each(['calls', 'interface'])('the Tab key begins at the head of a panel that opens at %s', async (section) => {
  openPanel(section)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument()
  await userEvent.tab()
  const skip = page.getByRole('button', { name: 'Skip to the section' })
  await expect.element(skip).toHaveFocus()
  await userEvent.tab()
  await expect.element(page.getByRole('combobox', { name: 'Sandbox' })).toHaveFocus()
  ;(skip.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})

test('the head of a narrow panel is two lines of 32 pixels, with what plays and every tab in sight', async () => {
  await page.viewport(390, 800)
  const store = createAnimalStore({ dataset: 'one' })
  store.sandbox().play('slow')
  openPanel('situation', store)
  for (const name of ['slow', 'Stop slow', 'Calls', 'Situation', 'Data', 'Keys', 'Interface'])
    await expect.element(button(name)).toBeInViewport({ ratio: 0.9 })
  expect(document.querySelector('.head')?.clientHeight).toBe(63)
  await store.sandbox().snapshot(`demo-${'long-name-'.repeat(5)}x`)
  await expect.element(page.getByRole('button', { name: /^Back to the start of long/ })).toBeInViewport({ ratio: 0.9 })
})

test('the head names the choices and the calls that are held, and ends each', async () => {
  const store = createAnimalStore({ dataset: 'one', profile: { 'retry-after': 'http-date' } })
  store.sandbox().play('hold', { calls: 1 })
  const asked = store.fetch('/v1/pets', { headers: { authorization: 'Bearer test_pro' } })
  openPanel('keys', store)
  await expect.poll(() => texts('.play')).toEqual(['retry-after: http-date✕', '1 call held✕'])
  await press('Release 1 call')
  expect((await asked).status).toBe(200)
  await press('Stop 1 choice')
  await expect.poll(() => texts('.play')).toEqual([])
  expect(store.sandbox().settings.profile['retry-after']).toBe('seconds')
})

test('on a phone, every filter of the bench is in sight, and what ends all scenarios stays on its line', async () => {
  await page.viewport(390, 800)
  const store = createAnimalStore({ dataset: 'one' })
  store.sandbox().play('slow')
  openPanel('calls', store)
  const bar = page.getByRole('group', { name: 'Which calls are shown' })
  for (const chip of ['all', '2xx', '4xx', '5xx', 'scenario', 'findings'])
    await expect.element(bar.getByRole('button', { name: new RegExp(`^${chip} `) })).toBeInViewport({ ratio: 0.9 })
  await press('Situation')
  const top = (name: string) => page.getByRole('button', { name, exact: true }).element().getBoundingClientRect().top
  await expect.element(page.getByRole('button', { name: 'End all' })).toBeInTheDocument()
  expect(top('End all')).toBe(top('once'))
})

test('a notice goes after some seconds, and with the section that it belongs to', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const { store } = openPanel('situation')
  const notice = page.getByText('The clock stands still.')
  const freeze = page.getByRole('button', { name: 'Freeze' })
  await freeze.click()
  await expect.element(freeze, { timeout: 5000 }).toHaveAttribute('aria-pressed', 'true')
  await expect.element(notice).toBeInTheDocument()
  const [end] = timers.mock.calls.findLast(([, milliseconds]) => milliseconds === 20_000) ?? []
  end?.()
  await expect.element(notice).not.toBeInTheDocument()
  store.sandbox().clock.reset()
  await expect.element(freeze, { timeout: 5000 }).toHaveAttribute('aria-pressed', 'false')
  await freeze.click()
  await expect.element(notice).toBeInTheDocument()
  await press('Keys')
  await expect.element(notice).not.toBeInTheDocument()
})

test('what was done stands in the status bar, with the line that does the same in a shell', async () => {
  openPanel('situation')
  expect(line()).toBe('')
  await press('Freeze')
  await expectText('The clock stands still.')
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await press('Copy as curl')
  expect(copied.mock.lastCall?.[0]).toBe(line())
  expect(line()).toMatch(/^curl -X PATCH .*"mode":"frozen"/)
})

test('says that the mock has stopped, and changes nothing until it is back', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  const tab = tabTransport(store)
  let isStopped = false
  const send: Transport['send'] = (request) =>
    isStopped ? Promise.reject(new RequestError('No answer came.')) : tab.send(request)
  openPanel('situation', store, 'default', { transport: { ...tab, send, isServer: true } })
  const freeze = page.getByRole('button', { name: 'Freeze' })
  await freeze.click()
  await expectText('The clock stands still.')
  isStopped = true
  await expect.element(page.getByRole('alert')).toBeInTheDocument()
  await expect.element(freeze).toBeDisabled()
  expect(page.getByLabelText('The line that starts it').element().textContent).toBe('npx animal-store mock --port 4010')
  await expect.element(page.getByRole('combobox', { name: 'Sandbox' })).toBeDisabled()
  await expect.element(page.getByText('The clock stands still.')).not.toBeInTheDocument()
  await userEvent.keyboard('?')
  const commands = () => texts('[role=option]')
  await expect.poll(commands).toContain('Go to Calls')
  expect(commands().filter((text) => !/^(?:Go to|Colours:) /.test(text))).toEqual([])
  await userEvent.keyboard('{Escape}')
  isStopped = false
  await expect.element(freeze).toBeEnabled()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('a command is found by its words, shows its line, and runs by Enter', async () => {
  const { store } = openPanel('calls')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('play slow')
  await expect.poll(line).toContain(`--data-raw '{"scenario":"slow"}'`)
  await expectAccessible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => store.sandbox().settings.scenario).toMatchObject([{ scenario: 'slow' }])
  await expectText('Done: Play slow.')
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('dialog', { name: 'Commands' })).not.toBeInTheDocument()
  await userEvent.keyboard('?')
  await expectText(/these keys/)
  await userEvent.keyboard('go to{ArrowDown}{ArrowUp}{ArrowUp}{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Interface', level: 1 })).toHaveFocus()
})

test.each([
  ['429', 'Play rate-limited (429)'],
  ['401', 'Play unauthorised (401)'],
  ['offline', 'Play reset (offline)'],
  ['no network', 'Play reset (offline)'],
  ['timeout', 'Play hang'],
  ['slow', 'Play slow'],
  ['429 list', 'Play rate-limited (429 for listPets)'],
  ['dark', 'Colours: dark'],
  ['blocked', 'Play banned (429)'],
  ['add animal', 'Add an animal'],
  ['hold', 'Play hold'],
  ['har', 'Go to Calls'],
  ['seed', 'Go to Data'],
  ['frozen', 'Clock: Freeze'],
])('who types “%s” finds first: %s', async (search, first) => {
  openPanel('calls')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard(search)
  await expect.poll(() => document.querySelector('[role=option]')?.textContent).toBe(first)
})

test('a slash goes to the search, and is a letter there', async () => {
  openPanel('data')
  const search = page.getByRole('searchbox', { name: 'Search by name or id' })
  await expect.element(search).toBeInTheDocument()
  await userEvent.keyboard('/')
  await expect.element(search).toHaveFocus()
  await userEvent.keyboard('/?')
  await expect.element(search).toHaveValue('/?')
})

test('the colours are those that were chosen, also the next time', async () => {
  const ground = () => getComputedStyle(document.querySelector('.panel') ?? document.body).backgroundColor
  const { remove } = openPanel('situation')
  await page.getByRole('button', { name: 'Colours: system' }).click()
  const light = ground()
  await page.getByRole('button', { name: 'Colours: light' }).click()
  await expect.poll(ground).not.toBe(light)
  remove()
  openPanel('situation')
  await page.getByRole('button', { name: 'Colours: dark' }).click()
  await expect.element(page.getByRole('button', { name: 'Colours: system' })).toBeInTheDocument()
})

test('shows what a mock says that takes longer than the panel waits between two questions, and asks one at a time', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  const tab = tabTransport(store)
  let [asked, asking, most] = [0, 0, 0]
  const transport: Transport = {
    ...tab,
    async send(request) {
      const isGlance = request.target === '/_mock/sandboxes/default'
      if (isGlance) {
        asked++
        most = Math.max(most, ++asking)
      }
      // Longer than the second after which it looks again.
      if (isGlance) await new Promise((resolve) => setTimeout(resolve, 1500))
      if (isGlance) asking--
      return tab.send(request)
    },
  }
  openPanel('situation', store, 'default', { transport })
  await expect.poll(() => document.querySelector('time'), { timeout: 8000 }).toBeTruthy()
  await expect.poll(() => asked, { timeout: 8000 }).toBe(3)
  expect(most).toBe(1)
})
