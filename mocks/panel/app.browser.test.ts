import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createAnimalStore } from '../index.ts'
import { type TestPanel, expectAccessible, openPanel } from './test-panel.ts'
import { tabTransport } from '../control/client/tab-transport.ts'
import { RequestError, type Transport } from '../control/client/transport.ts'

let panel: TestPanel | undefined

beforeEach(() => page.viewport(414, 896))

afterEach(() => {
  panel?.remove()
  localStorage.clear()
  vi.restoreAllMocks()
})

test.each(['bench', 'interface'])('the Tab key begins at the head of a panel that opens at %s', async (section) => {
  panel = openPanel(createAnimalStore({ dataset: 'one' }), section)
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

test('the head of a narrow panel is one line of 32 pixels, with every tab in sight', async () => {
  await page.viewport(390, 800)
  const store = createAnimalStore({ dataset: 'one' })
  store.sandbox().play('slow')
  await store.sandbox().snapshot(`demo-${'long-name-'.repeat(5)}x`)
  panel = openPanel(store, 'situation')
  await expect.element(page.getByRole('button', { name: /^Back to the start of long/ })).toBeInTheDocument()
  expect(panel.element.querySelector('.head')?.clientHeight).toBe(31)
  for (const tab of ['Bench', 'Situation', 'Data', 'Keys', 'Interface'])
    await expect.element(page.getByRole('button', { name: tab, exact: true })).toBeInViewport({ ratio: 0.9 })
})

test('on a phone, every filter of the bench is in sight, and what ends all scenarios stays on its line', async () => {
  await page.viewport(390, 800)
  const store = createAnimalStore({ dataset: 'one' })
  store.sandbox().play('slow')
  panel = openPanel(store, 'bench')
  const bar = page.getByRole('group', { name: 'Which calls are shown' })
  for (const chip of ['all', '2xx', '4xx', '5xx', 'scenario', 'findings'])
    await expect.element(bar.getByRole('button', { name: new RegExp(`${chip}$`) })).toBeInViewport({ ratio: 0.9 })
  await page.getByRole('button', { name: 'Situation', exact: true }).click()
  const top = (name: string) => page.getByRole('button', { name, exact: true }).element().getBoundingClientRect().top
  await expect.element(page.getByRole('button', { name: 'End all' })).toBeInTheDocument()
  expect(top('End all')).toBe(top('once'))
})

test('a notice goes after some seconds, and with the section that it belongs to', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const store = createAnimalStore({ dataset: 'one' })
  panel = openPanel(store, 'situation')
  const notice = page.getByText('The clock stands still.')
  const freeze = page.getByRole('button', { name: 'Freeze' })
  await freeze.click()
  await expect.element(freeze, { timeout: 5000 }).toHaveAttribute('aria-pressed', 'true')
  await expect.element(notice).toBeInTheDocument()
  const [end] = timers.mock.calls.findLast(([, milliseconds]) => milliseconds === 8000) ?? []
  end?.()
  await expect.element(notice).not.toBeInTheDocument()
  store.sandbox().clock.reset()
  await expect.element(freeze, { timeout: 5000 }).toHaveAttribute('aria-pressed', 'false')
  await freeze.click()
  await expect.element(notice).toBeInTheDocument()
  await page.getByRole('button', { name: 'Keys', exact: true }).click()
  await expect.element(notice).not.toBeInTheDocument()
})

test('a button that is held on a touch screen shows its line, and does nothing', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  panel = openPanel(store, 'situation')
  const now = vi.spyOn(performance, 'now').mockReturnValue(1000)
  const press = async (name: string, milliseconds: number) => {
    const button = page.getByRole('button', { name })
    await expect.element(button).toBeInTheDocument()
    const touch = (type: string) =>
      button.element().dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'touch', detail: 1 }))
    touch('pointerenter')
    touch('pointerdown')
    now.mockReturnValue(now() + milliseconds)
    touch('click')
  }
  await press('Freeze', 501)
  expect(panel.line()).toContain('"mode":"frozen"')
  await press('Move the clock: + 1 min', 100)
  await expect.element(page.getByText('The clock was moved: + 1 min.')).toBeInTheDocument()
  expect(store.sandbox().clock.state.mode).toBe('running')
})

test('the line of a command goes with the list of commands', async () => {
  panel = openPanel(createAnimalStore({ dataset: 'one' }), 'bench')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument()
  await userEvent.keyboard('{Control>}k{/Control}429')
  await expect.poll(() => panel?.line()).toContain('rate-limited')
  await userEvent.keyboard('{Escape}')
  // At once, not with the notice some seconds later.
  await expect.poll(() => panel?.line(), { timeout: 1000 }).toBe('')
  expect(page.getByRole('button', { name: 'Copy the line for a shell' }).query()).toBeNull()
})

test('says that the mock has stopped, and changes nothing until it is back', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  const tab = tabTransport(store)
  let isStopped = false
  const send: Transport['send'] = (request) =>
    isStopped ? Promise.reject(new RequestError('No answer came.')) : tab.send(request)
  panel = openPanel(store, 'situation', 'default', { ...tab, send, isServer: true })
  const freeze = page.getByRole('button', { name: 'Freeze' })
  await freeze.click()
  await expect.element(page.getByText('The clock stands still.')).toBeInTheDocument()
  isStopped = true
  await expect.element(page.getByRole('alert')).toBeInTheDocument()
  await expect.element(freeze).toBeDisabled()
  expect(page.getByLabelText('The line that starts it').element().textContent).toBe('npx animal-store mock --port 4010')
  await expect.element(page.getByRole('combobox', { name: 'Sandbox' })).toBeDisabled()
  await expect.element(page.getByText('The clock stands still.')).not.toBeInTheDocument()
  await userEvent.keyboard('?')
  const commands = () => [...(panel?.element.querySelectorAll('[role=option]') ?? [])].map((one) => one.textContent)
  await expect.poll(commands).toContain('Go to Bench')
  expect(commands().filter((text) => !/^(?:Go to|Colours:) /.test(text))).toEqual([])
  await userEvent.keyboard('{Escape}')
  isStopped = false
  await expect.element(freeze).toBeEnabled()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('a command is found by its words, shows its line, and runs by Enter', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  panel = openPanel(store, 'bench')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('play slow')
  await expect.poll(() => panel?.line()).toContain(`--data-raw '{"scenario":"slow"}'`)
  await expectAccessible(panel.element)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => store.sandbox().settings.scenario).toMatchObject([{ scenario: 'slow' }])
  await expect.element(page.getByText('Done: Play slow.')).toBeInTheDocument()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('dialog', { name: 'Commands' })).not.toBeInTheDocument()
  await userEvent.keyboard('?')
  await expect.element(page.getByText(/these keys/)).toBeInTheDocument()
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
  ['har', 'Go to Bench'],
  ['seed', 'Go to Data'],
  ['frozen', 'Clock: Freeze'],
])('who types “%s” finds first: %s', async (search, first) => {
  panel = openPanel(createAnimalStore({ dataset: 'one' }), 'bench')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard(search)
  await expect.poll(() => panel?.element.querySelector('[role=option]')?.textContent).toBe(first)
})

test('a slash goes to the search, and is a letter there', async () => {
  panel = openPanel(createAnimalStore({ dataset: 'one' }), 'data')
  const search = page.getByRole('searchbox', { name: 'Search by name or id' })
  await expect.element(search).toBeInTheDocument()
  await userEvent.keyboard('/')
  await expect.element(search).toHaveFocus()
  await userEvent.keyboard('/?')
  await expect.element(search).toHaveValue('/?')
})

test('the colours are those that were chosen, also the next time', async () => {
  const ground = () => getComputedStyle(panel?.element ?? document.body).backgroundColor
  panel = openPanel(createAnimalStore({ dataset: 'one' }), 'situation')
  await page.getByRole('button', { name: 'Colours: system' }).click()
  const light = ground()
  await page.getByRole('button', { name: 'Colours: light' }).click()
  await expect.poll(ground).not.toBe(light)
  panel.remove()
  panel = openPanel(createAnimalStore({ dataset: 'one' }), 'situation')
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
  panel = openPanel(store, 'situation', 'default', transport)
  await expect.poll(() => panel?.element.querySelector('time'), { timeout: 8000 }).toBeTruthy()
  await expect.poll(() => asked, { timeout: 8000 }).toBe(3)
  expect(most).toBe(1)
})
