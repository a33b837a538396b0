import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { createAnimalStore } from '../../entry.ts'
import { button, expectAccessible, expectText, line, openPanel, press, texts } from './test-panel.ts'
import { tabTransport } from '../../control/client/tab-transport.ts'
import { RequestError, type Transport } from '../../control/client/transport.ts'

beforeEach(() => page.viewport(414, 896))

afterEach(() => {
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

test('what plays is one line on a phone, at whose end what stops all stays in sight', async () => {
  const { store } = openPanel('keys')
  store.sandbox().play('slow')
  store.sandbox().play('rate-limited', { operation: 'createPet' })
  store.sandbox().set({ fault: 'list-media-type-text', latencyMilliseconds: 10 })
  await expect.poll(() => texts('.play'), { timeout: 10_000 }).toHaveLength(4)
  expect(new Set([...document.querySelectorAll<HTMLElement>('.play')].map(({ offsetTop }) => offsetTop)).size).toBe(1)
  const last = page.getByRole('button', { name: 'Stop all' })
  await expect.element(last).toBeInViewport({ ratio: 1 })
})

test('under a finger, what releases a held call is as large as any other button', async () => {
  const touch = (enabled: boolean) => cdp().send('Emulation.setTouchEmulationEnabled', { enabled })
  await touch(true)
  onTestFinished(() => touch(false).then(() => undefined))
  const { store } = openPanel('calls', { scenario: 'hold' })
  const asked = store.fetch('/v1/pets', { headers: { authorization: 'Bearer test_pro' } })
  const release = button('Release call 1')
  await expect.poll(() => release.query()?.getBoundingClientRect().height, { timeout: 10_000 }).toBe(44)
  await expect.element(release).toBeInViewport({ ratio: 1 })
  await release.click()
  await asked
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

test('a command is found by its words, shows its line, and runs by Enter', async () => {
  const { store } = openPanel('calls')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('play slow')
  await expect.poll(line).toContain(`--data-raw '{"scenario":"slow"}'`)
  await expectAccessible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => store.sandbox().settings.scenario).toMatchObject([{ scenario: 'slow' }])
  await expectText('slow was set for every call.')
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('dialog', { name: 'Actions' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('dialog', { name: 'Actions' })).not.toBeInTheDocument()
  await userEvent.keyboard('?')
  await expect.element(page.getByRole('dialog', { name: 'Keys of the panel' })).toBeVisible()
  await userEvent.keyboard('{Escape}4')
  await expect.element(page.getByRole('heading', { name: 'Keys', level: 1 })).toHaveFocus()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('go to{ArrowDown}{ArrowDown}{ArrowUp}{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Situation', level: 1 })).toHaveFocus()
})

test('the palette finds each action by what people call it', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await store.answer({ method: 'GET', target: '/v1/pets', headers: { authorization: 'Bearer test_pro' } })
  await store.sandbox().snapshot('before-the-last-load')
  await store.sandbox().snapshot('before')
  store.sandbox().play('slow', { operation: 'listPets' })
  store.sandbox('pr-17')
  openPanel('calls', store, 'default', {
    transport: { ...tabTransport(store), isServer: true },
    fragment: '#/calls?call=1',
  })
  await expect.element(page.getByRole('group', { name: 'Call 1' })).toBeInTheDocument()
  await userEvent.keyboard('{Control>}k{/Control}')
  const input = page.getByRole('combobox', { name: 'Find an action' })
  await input.fill('sandbox pr')
  await expectText('Open the sandbox pr-17')
  const expected = [
    ['429', 'Play 429 (rate-limited) for every call'],
    ['no network', 'Play offline (reset) for every call'],
    ['ofline', 'Play offline (reset) for every call'],
    ['make it slow', 'Play slow for every call'],
    ['429 once', 'Play 429 (rate-limited) for the next call'],
    ['429 list', 'Play 429 (rate-limited) for listPets'],
    ['429 post', 'Play 429 (rate-limited) for createPet'],
    ['429 list once', 'Play 429 (rate-limited) for the next listPets call'],
    ['404 getPet 3 times', 'Play 404 (not-found) for the next 3 getPet calls'],
    ['slow 5', 'Play slow for the next 5 calls'],
    ['500 list 3x', 'Play 500 (server-error) for the next 3 listPets calls'],
    ['blocked', 'Play banned for every call'],
    ['cors', 'Play offline (reset) for every call'],
    ['stop slow', 'Stop slow for listPets'],
    ['stop all', 'Stop all'],
    ['seed', 'Go to Data'],
    ['delete', 'Go to Data'],
    ['docs', 'Go to Interface'],
    ['add pet', 'Add an animal'],
    ['new animal', 'Add an animal'],
    ['delete animal 5', 'Remove animal 5'],
    ['load demo', 'Load the dataset demo'],
    ['dataset empty', 'Load the dataset empty'],
    ['new sandbox', 'New sandbox sandbox-3'],
    ['sandbox pr-17', 'Open the sandbox pr-17'],
    ['new sandbox checkout', 'New sandbox checkout'],
    ['snapshot', 'Save a snapshot'],
    ['snapshot before-checkout', 'Save a snapshot before-checkout'],
    ['snapshot before', 'Restore the snapshot before'],
    ['restore before', 'Restore the snapshot before'],
    ['undo', 'Undo'],
    ['reset', 'Reset this sandbox'],
    ['restart', 'Reset this sandbox'],
    ['throttle 250', 'Throttle: 250 ms'],
    ['throttle 0', 'Throttle: none'],
    ['latency 500', 'Throttle: 500 ms'],
    ['throttle 2s', 'Throttle: 2 s'],
    ['slow 5 seconds', 'Throttle: 5 s'],
    ['frozen', 'Clock: Freeze'],
    ['tomorrow', 'Clock: + 1 day'],
    ['2 days', 'Clock: + 2 days'],
    ['in 5 minutes', 'Clock: + 5 min'],
    ['1 hour', 'Clock: + 1 h'],
    ['ban pro', 'Ban 5 min: test_pro'],
    ['copy key', 'Copy the key test_free'],
    ['link', 'Copy a link to this state'],
    ['har', 'Save the calls as HAR'],
    ['export', 'Save the calls as HAR'],
    ['coverage', 'Save the coverage: which documented answers calls met'],
    ['copy curl', 'Copy as curl'],
    ['send', 'Send again'],
    ['1', 'Open call #1'],
    ['#1', 'Open call #1'],
    ['call 1', 'Open call #1'],
    ['?', 'Show the keys of the panel'],
    ['help', 'Show the keys of the panel'],
    ['dark', 'Theme: dark'],
  ]
  const found: unknown[] = []
  for (const [search] of expected) {
    // A locator would ask the runner for each of them.
    Object.assign(input.element(), { value: search }).dispatchEvent(new Event('input', { bubbles: true }))
    await new Promise((resolve) => requestAnimationFrame(resolve))
    found.push([search, document.querySelector('[role=option]')?.firstChild?.textContent])
    const shown = texts('[role=option]')
    expect(shown, search).toEqual([...new Set(shown)])
  }
  expect(found).toEqual(expected)
})

test('Enter in the palette does only what has all the words that were typed', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  const tab = tabTransport(store)
  let isGone = false
  const transport: Transport = {
    ...tab,
    send: (request) => (isGone ? Promise.reject(new RequestError('No answer came.')) : tab.send(request)),
  }
  openPanel('calls', store, 'default', { transport })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument()
  await userEvent.keyboard('{Control>}k{/Control}{Enter}')
  await expectText('The arrow keys choose one.')
  expect(store.sandbox().settings.scenario).toEqual([])
  const input = page.getByRole('combobox', { name: 'Find an action' })
  for (const [search, said] of [
    ['stop', 'No action fits. Use other words.'],
    ['#7', 'No action fits. Use other words.'],
    ['stop slow', /^No action has all these words/],
    ['delete animal five', /^No action has all these words/],
    ['undo not found', /^No action has all these words/],
    ['-2 days', /^No action has all these words/],
    ['throttle 600001', /^No action has all these words/],
    ['ban test_revoked', /^No action has all these words/],
    ['ofline', /^No action has all these words/],
    ['slwo', 'No action fits. Use other words.'],
  ] as const) {
    await input.fill(search)
    await expectText(said)
    await userEvent.keyboard('{Enter}')
  }
  await expect.element(input).toBeVisible()
  expect(store.sandbox().settings).toMatchObject({ scenario: [], profile: {}, latencyMilliseconds: 0 })
  await input.fill('ofline')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(() => store.sandbox().settings.scenario).toMatchObject([{ scenario: 'reset' }])
  isGone = true
  await expectText('The mock does not answer.')
  await userEvent.keyboard('{Control>}k{/Control}429 list')
  await expect.element(page.getByRole('dialog').getByText('The mock does not answer.')).toBeVisible()
})

test('Enter does what the row says in which the words and then the argument stand', async () => {
  const { store } = openPanel('calls')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument()
  for (const [search, said] of [
    ['undo', 'There is nothing to undo.'],
    ['ban free', 'test_free is banned for five minutes.'],
    ['slow post', 'slow was set for createPet.'],
    ['ban test_free', 'test_free is banned for five minutes.'],
    ['unban free', 'test_free is no longer banned.'],
    ['throttle 2s', 'Every answer takes 2 s longer.'],
    ['slow post 2', 'slow was set for the next 2 createPet calls.'],
    ['2 days', 'The clock is 2 days later.'],
    ['load demo', 'The animals of “demo” were loaded.'],
    ['snapshot full', 'The sandbox was saved as “full”.'],
    ['delete animal 5', 'Animal 5 was removed.'],
    ['undo', 'It is as it was before.'],
    ['delete animal 999', /There is no animal 999/],
  ] as const) {
    await userEvent.keyboard(`{Control>}k{/Control}${search}{Enter}`)
    await expectText(said)
  }
  expect(store.sandbox().settings).toMatchObject({
    latencyMilliseconds: 2000,
    scenario: [{ scenario: 'slow', calls: 2 }, { scenario: 'slow' }],
  })
  expect(await (await store.sandbox().animals).get(5)).toBeDefined()
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

test('takes the colours that a person chooses, and keeps them in the tab', async () => {
  const { element, remove } = openPanel('calls')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('theme dark{Enter}')
  await expect.poll(() => getComputedStyle(element).colorScheme).toBe('dark')
  remove()
  const again = openPanel('calls').element
  await expect.poll(() => getComputedStyle(again).colorScheme).toBe('dark')
})
