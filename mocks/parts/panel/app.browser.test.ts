import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createAnimalStore } from '../../entry.ts'
import { button, expectAccessible, expectText, line, openPanel, press, texts } from './test-panel.ts'
import { tabTransport } from '../../control/client/tab-transport.ts'
import { RequestError, type Transport } from '../../control/client/transport.ts'

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
  openPanel('keys', store)
  for (const name of ['slow', 'Stop slow', 'Calls', 'Situation', 'Data', 'Keys', 'Interface'])
    await expect.element(button(name)).toBeInViewport({ ratio: 0.9 })
  expect(document.querySelector('.head')?.clientHeight).toBe(63)
  await store.sandbox().snapshot(`demo-${'long-name-'.repeat(5)}x`)
  await expect.element(page.getByRole('button', { name: /^Back to the start of long/ })).toBeInViewport({ ratio: 0.9 })
})

test('no tab moves when another is chosen', async () => {
  openPanel('calls')
  const places = () => [...document.querySelectorAll('.tabs > *')].map((one) => one.getBoundingClientRect().left)
  await expect.element(button('Keys')).toBeInTheDocument()
  const before = places()
  await press('Keys')
  await expect.element(button('Keys')).toHaveAttribute('aria-current', 'page')
  expect(places()).toEqual(before)
})

test('the head names the choices and the calls that are held, and ends each', async () => {
  const store = createAnimalStore({ dataset: 'one', profile: { 'retry-after': 'http-date' } })
  store.sandbox().play('hold', { calls: 1 })
  const asked = store.fetch('/v1/pets', { headers: { authorization: 'Bearer test_pro' } })
  openPanel('keys', store)
  await expect.poll(() => texts('.play')).toEqual(['retry-after: http-date✕', '1 call heldRelease'])
  await press('Release 1 call')
  expect((await asked).status).toBe(200)
  await press('Stop 1 choice')
  await expect.poll(() => texts('.play')).toEqual([])
  expect(store.sandbox().settings.profile['retry-after']).toBe('seconds')
})

test('a notice goes after some seconds, and with the section that it belongs to', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const { store } = openPanel('situation')
  const notice = page.getByText('The clock stands still.')
  await press('Freeze')
  await expect.element(notice).toBeInTheDocument()
  const [end] = timers.mock.calls.findLast(([, milliseconds]) => milliseconds === 20_000) ?? []
  end?.()
  await expect.element(notice).not.toBeInTheDocument()
  store.sandbox().clock.reset()
  await press('Freeze')
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
  const minute = button('+ 1 min')
  await press('Freeze')
  await expectText('The clock stands still.')
  isStopped = true
  await expect.element(page.getByRole('alert')).toBeInTheDocument()
  await expect.element(minute).toBeDisabled()
  expect(page.getByLabelText('The line that starts it').element().textContent).toBe('npx animal-store mock --port 4010')
  await expect.element(page.getByRole('combobox', { name: 'Sandbox' })).toBeDisabled()
  await expect.element(page.getByText('The clock stands still.')).not.toBeInTheDocument()
  await userEvent.keyboard('?')
  const commands = () => texts('[role=option]')
  await expect.poll(commands).toContain('Go to Calls')
  expect(commands().filter((text) => !/^(?:Go to|Colours:|Help:) /.test(text))).toEqual([])
  await userEvent.keyboard('{Escape}')
  isStopped = false
  await expect.element(minute).toBeEnabled()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('shows the last animals of a mock that is gone, and says when it was restarted', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await store.answer({ method: 'GET', target: '/v1/pets', headers: {} })
  const tab = tabTransport(store)
  let [isStopped, now] = [false, tab]
  const transport: Transport = {
    ...tab,
    send: (request) => (isStopped ? Promise.reject(new RequestError('No answer came.')) : now.send(request)),
  }
  openPanel('data', store, 'default', { transport })
  await expect.poll(() => texts('.name-text')).toHaveLength(1)
  await press('Keys')
  isStopped = true
  await expect.element(page.getByRole('alert')).toBeInTheDocument()
  await press(/^Data/)
  await expect.poll(() => texts('.name-text')).toHaveLength(1)
  await expect.element(button('Ask again')).not.toBeInTheDocument()
  ;[isStopped, now] = [false, tabTransport(createAnimalStore({ dataset: 'one' }))]
  await expectText(/^The mock was restarted/)
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
  await userEvent.keyboard('go to{ArrowDown}{ArrowDown}{ArrowUp}{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Situation', level: 1 })).toHaveFocus()
})

test('the palette finds each action by what people call it', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await store.answer({ method: 'GET', target: '/v1/pets', headers: { authorization: 'Bearer test_pro' } })
  await store.sandbox().snapshot('before')
  store.sandbox().play('slow', { operation: 'listPets' })
  openPanel('calls', store, 'default', {
    transport: { ...tabTransport(store), isServer: true },
    fragment: '#/calls?call=1',
  })
  await expect.element(page.getByRole('group', { name: 'Call 1' })).toBeInTheDocument()
  await userEvent.keyboard('{Control>}k{/Control}')
  const input = page.getByRole('combobox', { name: 'Find a command' })
  for (const [search, first] of [
    ['429', 'Play rate-limited (429)'],
    ['401', 'Play unauthorised (401)'],
    ['offline', 'Play reset (offline)'],
    ['no network', 'Play reset (offline)'],
    ['timeout', 'Play hang (timeout)'],
    ['slow', 'Play slow'],
    ['429 list', 'Play rate-limited (429 for listPets)'],
    ['dark', 'Colours: dark'],
    ['blocked', 'Play banned (429)'],
    ['add animal', 'Add an animal'],
    ['hold', 'Play hold'],
    ['har', 'Copy as HAR'],
    ['save har', 'Save the calls as HAR'],
    ['seed', 'Go to Data'],
    ['stop slow', 'Stop slow for listPets'],
    ['restore', 'Restore the snapshot before'],
    ['reset', 'Reset this sandbox'],
    ['throttle', 'Throttle: none'],
    ['link', 'Copy a link to this state'],
    ['coverage', 'Coverage and findings'],
    ['docs', 'Open the OpenAPI document'],
    ['copy curl', 'Copy as curl'],
    ['new sandbox', 'New sandbox'],
    ['snapshot', 'Save a snapshot'],
    ['frozen', 'Clock: Freeze'],
    ['add pet', 'Add an animal'],
    ['new animal', 'Add an animal'],
    ['delete', 'Go to Data'],
    ['export', 'Save the calls as HAR'],
    ['restart', 'Reset this sandbox'],
    ['help', 'Help: keys and documentation'],
    ['cors', 'Play reset (offline)'],
  ] as const) {
    await input.fill(search)
    await expect.poll(() => [search, document.querySelector('[role=option]')?.textContent]).toEqual([search, first])
  }
})

test.each(['calls', 'situation', 'data', 'keys', 'interface'])(
  'Tab meets at most twelve stops before the first row of %s, whatever plays',
  async (section) => {
    await page.viewport(1280, 800)
    const store = createAnimalStore({ dataset: 'demo', fault: 'list-truncated', profile: { paging: 'link' } })
    await store.answer({ method: 'GET', target: '/v1/pets', headers: { authorization: 'Bearer test_pro' } })
    for (const scenario of ['slow', 'banned', 'empty'] as const) store.sandbox().play(scenario)
    openPanel(section, store)
    await expect.poll(() => document.querySelectorAll('.play').length).toBe(5)
    const isThere = () => document.activeElement?.closest('.calls, .tiles, table, .composer') != null
    let stops = 0
    while (!isThere() && stops < 20) {
      await userEvent.tab()
      stops++
    }
    expect(stops).toBeLessThanOrEqual(12)
  },
)

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
  const choose = async (theme: string) => {
    await press('More of the panel')
    await press(`Colours: ${theme}`)
  }
  await choose('light')
  const light = ground()
  await choose('dark')
  await expect.poll(ground).not.toBe(light)
  remove()
  openPanel('situation')
  await press('More of the panel')
  await expect.element(button('Colours: dark')).toHaveAttribute('aria-pressed', 'true')
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
