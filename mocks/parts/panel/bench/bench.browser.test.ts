import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Call } from '../../../call/call.ts'
import { type AnimalStore, createAnimalStore } from '../../../entry.ts'
import { expectAccessible, expectText, openPanel, texts } from '../test-panel.ts'
import { EventReader } from '../../../control/client/event-reader.ts'
import { tabTransport } from '../../../control/client/tab-transport.ts'
import type { Transport } from '../../../control/client/transport.ts'
import { createControl } from '../../../control/index.ts'

beforeEach(() => page.viewport(1280, 800))

afterEach(() => {
  vi.restoreAllMocks()
})

function send(store: AnimalStore, target = '/v1/pets', more: Partial<Call> = {}, key = 'test_enterprise') {
  return store.answer({ method: 'GET', target, headers: { authorization: `Bearer ${key}` }, ...more })
}

function post(store: AnimalStore, body: string) {
  const headers = { authorization: 'Bearer test_pro', 'content-type': 'application/json' }
  return store.answer({ method: 'POST', target: '/v1/pets', headers, body })
}

/** Opens the bench after calls to these targets. */
async function openBench(...called: readonly string[]) {
  const store = createAnimalStore({ dataset: 'one' })
  for (const target of called) await send(store, target)
  return openPanel('bench', store)
}

/** The calls to lists with so many limits. */
const limits = (count: number) => Array.from({ length: count }, (_, index) => `/v1/pets?limit=${index + 1}`)

const detail = () => page.getByRole('group', { name: /^Call \d+$/ })

/** The targets in the rows that are drawn, from the top. */
function targets(): string[] {
  return texts('[role=gridcell].cell-target')
}

/** The row that is open. */
const openRow = () => document.querySelector('[aria-selected="true"]')
const openTarget = () => openRow()?.querySelector('.cell-target')?.textContent
/** What each row says, without its menu. */
const why = () => texts('[role=gridcell].cell-why').map((text) => text.replace('⋯', ''))
const list = () => document.querySelector('.calls') ?? document.body

/** Whether all of an element is within the list. */
function isInSight(element: Element | null): boolean {
  const { top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {}
  const box = list().getBoundingClientRect()
  return element !== null && top >= box.top - 1 && bottom <= box.bottom + 1
}

test('says how to send the first call while there are no calls, and sends it', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await send(store, '/v1/pets', {}, 'test_pro.shop')
  store.sandbox('shop').journal.clear()
  openPanel('bench', store, 'shop')
  await expectText('Nobody has called yet.')
  expect(page.getByLabelText('The line for a first call').element().textContent).toBe(
    `curl -i -H "authorization: Bearer test_pro.shop" "http://127.0.0.1:4010/v1/pets?limit=2"`,
  )
  await page.getByRole('button', { name: 'Send one' }).click()
  await expect.poll(targets).toEqual(['/v1/pets?limit=2'])
  await expectText('The call was answered with 200.')
})

test('shows calls as they come, the latest on top, a line each: key, and why in words', async () => {
  const { store } = await openBench('/v1/pets')
  await expect.poll(targets).toEqual(['/v1/pets'])
  await send(store, '/v1/pets/99', {}, 'test_pro')
  await send(store, '/v1/pets?limit=1', {}, 'nobody')
  await send(store, '/v1/pets?limit=500')
  await post(store, '{"name":"Rex"}')
  await post(store, '{"name":"Rex","categoryId":1}')
  await send(store, '/v1/pets', {}, 'test_free_exhausted')
  await expect
    .poll(why)
    .toEqual([
      'no request is left in the minute',
      'animal 2 added · 297 of 300 left',
      'invalid-request: categoryId is missing',
      'limit-outside: limit=500 is refused',
      'no such key',
      'deprecated-operation: no animal 99',
      expect.stringMatching(/^1 animal · \d+ of \d+ left$/),
    ])
  const keys = texts('[role=gridcell].cell-key')
  expect(keys.slice(0, 2)).toEqual(['test_free_exhausted', 'test_pro'])
  for (const row of document.querySelectorAll('[role=row]:has([role=gridcell])')) expect(row.clientHeight).toBe(23)
})

test.each([
  { width: 1280, height: 800, rows: 26, pixels: 24 },
  { width: 390, height: 800, rows: 14, pixels: 44 },
])('shows at least $rows calls of $pixels pixels at $width × $height', async ({ width, height, rows, pixels }) => {
  await page.viewport(width, height)
  await openBench(...limits(60))
  await expect.poll(() => targets().length).toBeGreaterThan(rows)
  const drawn = [...document.querySelectorAll('[role=row]:has([role=gridcell])')]
  expect(drawn.filter(isInSight).length).toBeGreaterThanOrEqual(rows)
  expect(drawn.every((row) => row.getBoundingClientRect().height === pixels)).toBe(true)
})

test('names the scenario, the fault and what was done in place of a reply', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  store.sandbox().play('reset', { calls: 1 })
  await send(store)
  await send(store, '/v1/pets', { headers: { authorization: 'Bearer test_pro', prefer: 'code=503' } })
  openPanel('bench', store)
  store.sandbox().set({ fault: 'list-media-type-text' })
  await send(store)
  await expect
    .poll(why)
    .toEqual([
      expect.stringMatching(/^1 animal · .* fault list-media-type-text$/),
      'scenario unavailable ',
      'scenario reset the connection was cut',
    ])
  const statuses = texts('[role=gridcell].cell-status')
  expect(statuses).toEqual(['200', '503', 'cut'])
})

test('a reply is shown as held as long as it is, and not after its release', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  store.sandbox().play('hold', { calls: 2 })
  openPanel('bench', store)
  await expectText('Nobody has called yet.')
  const asked: Promise<Response>[] = []
  for (const limit of [1, 2]) {
    asked.push(store.fetch(`/v1/pets?limit=${limit}`, { headers: { authorization: 'Bearer test_pro' } }))
    await expect.poll(() => store.sandbox().held.length).toBe(limit)
  }
  const statuses = () => texts('[role=gridcell].cell-status')
  const soon = { timeout: 10_000 }
  await expect.poll(statuses, soon).toEqual(['held', 'held'])
  await page.getByRole('button', { name: 'Edit the reply to call 1' }).click()
  await expect.element(page.getByRole('form', { name: 'Another reply to call 1' })).toBeVisible()
  await expect.element(detail().getByText('It is held back.')).toBeInTheDocument()
  // The panel knows of both by now.
  await expect.poll(() => texts('.play'), soon).toEqual(['2 calls heldRelease'])
  await page.getByRole('button', { name: 'Release call 1' }).first().click()
  await asked[0]
  await expect.poll(statuses, soon).toEqual(['held', '200'])
  await expect.element(detail().getByText(/It was held back, and may have been changed/)).toBeInTheDocument()
  await store.sandbox().release()
  await asked[1]
  await expect.poll(statuses, soon).toEqual(['200', '200'])
})

test('is used by the keyboard alone: arrows walk the calls, Enter reads the open one, Escape closes it', async () => {
  await openBench(...limits(3))
  await expect.poll(() => targets().length).toBe(3)
  ;(list() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(openTarget).toBe('/v1/pets?limit=3')
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(openTarget).toBe('/v1/pets?limit=2')
  expect(list().getAttribute('aria-activedescendant')).toBe(openRow()?.id)
  // The row has the frame, not the list.
  expect([list(), openRow() ?? list()].map((one) => getComputedStyle(one).outlineStyle)).toEqual(['none', 'solid'])
  await userEvent.keyboard('{Enter}')
  await expect.element(detail().getByRole('heading', { name: /limit=2/ })).toHaveFocus()
  // It goes on from there.
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(detail().getByRole('heading', { name: /limit=1/ })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(detail().query()).toBeNull()
  await expect.poll(() => document.activeElement).toBe(list())
  await userEvent.keyboard('{End}')
  await expect.poll(openTarget).toBe('/v1/pets?limit=1')
})

test('the open row never moves out of sight, by keys or by new calls', async () => {
  const { store } = await openBench(...limits(80))
  await expect.poll(() => targets()[0]).toBe('/v1/pets?limit=80')
  ;(list() as HTMLElement).focus()
  for (let step = 1; step <= 60; step++) await userEvent.keyboard('{ArrowDown}')
  await expect.poll(openTarget).toBe('/v1/pets?limit=21')
  expect(isInSight(openRow())).toBe(true)
  await userEvent.keyboard('{Home}{ArrowDown}')
  await expect.poll(openTarget).toBe('/v1/pets?limit=79')
  expect(isInSight(openRow())).toBe(true)
  for (let limit = 1; limit <= 80; limit++) await send(store, `/v1/pets/${limit}`)
  await expect.element(page.getByRole('button', { name: /newer calls$/ })).toBeInTheDocument()
  expect(openTarget()).toBe('/v1/pets?limit=79')
  expect(isInSight(openRow())).toBe(true)
  await page.getByRole('button', { name: /newer calls$/ }).click()
  await expect.poll(() => targets()[0]).toBe('/v1/pets/80')
})

test('opens a call: why, what decided, exact bodies, and the same call in four languages', async () => {
  const store = createAnimalStore({ dataset: 'empty' })
  await post(store, '{"name":"Rex","categoryId":9223372036854775807}')
  openPanel('bench', store)
  await page.getByRole('row', { name: /animal 1 added/ }).click()
  const steps = () => texts('.inspector > .call-view .steps > div')
  await expect
    .poll(steps)
    .toEqual([
      'Keypro plan, sandbox default§5',
      'Quota299 of 300 requests are left in the minute§8',
      'OperationcreatePet: animal 1 added · 299 of 300 left§4.2',
    ])
  expect(texts('.decided dt')).toEqual(['Operation'])
  await expect
    .element(page.getByLabelText('Body of the reply', { exact: true }))
    .toHaveTextContent('{ "id": 1, "name": "Rex", "categoryId": 9223372036854775807 }')
  expect(detail().element().textContent).toContain('X-RateLimit-Remaining299 requests left in it (section 8)')
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  for (const [name, start] of [
    ['curl', 'curl -i -X POST -H "authorization: Bearer test_pro" '],
    ['fetch', `const response = await fetch('http://127.0.0.1:4010/v1/pets', {`],
    ['a test', `import { createAnimalStore } from 'animal-store-kit'`],
    ['HAR', '{\n  "log": {'],
  ] as const) {
    await page.getByRole('button', { name: 'Copy, edit…' }).click()
    await page.getByRole('button', { name: `Copy as ${name}`, exact: true }).click()
    await expectText(`Copied call 1 as ${name}.`)
    expect(copied.mock.lastCall?.[0].startsWith(start)).toBe(true)
    expect(copied.mock.lastCall?.[0]).toContain('9223372036854775807')
  }
  await page.getByRole('button', { name: 'Send it' }).click()
  await expect
    .poll(() =>
      store
        .sandbox()
        .journal.entries()
        .map(({ status }) => status),
    )
    .toEqual([201, 201])
  await page.getByRole('button', { name: /^§4.2/ }).click()
  await expect.element(page.getByRole('heading', { name: 'Interface', level: 1 })).toBeInTheDocument()
})

test.each([
  ['429', 'once', { scenario: 'rate-limited', operation: 'getPet', calls: 1 }],
  ['offline', '3 times', { scenario: 'reset', operation: 'getPet', calls: 3 }],
  ['500', 'until stopped', { scenario: 'server-error', operation: 'getPet' }],
] as const)('one click lets the next call meet %s %s, and another one ends it', async (text, often, play) => {
  const { store } = await openBench('/v1/pets/1')
  await page.getByRole('row', { name: /pets\/1 / }).click()
  const next = page.getByRole('group', { name: 'Next getPet' })
  expect(next.getByRole('button', { name: '400', exact: true }).query()).toBeNull()
  await next.getByRole('button', { name: often, exact: true }).click()
  await next.getByRole('button', { name: text, exact: true }).click()
  await expect.poll(() => store.sandbox().settings.scenario).toMatchObject([play])
  await expect.element(next.getByRole('button', { name: text, exact: true })).toHaveAttribute('aria-pressed', 'true')
  await next.getByRole('button', { name: text, exact: true }).click()
  await expect.poll(() => store.sandbox().settings.scenario).toEqual([])
})

test('plays the reply of a call again, as it was or as it is edited', async () => {
  const { store } = await openBench('/v1/pets/7')
  await page.getByRole('row', { name: /no animal 7/ }).click()
  await page.getByRole('button', { name: 'edit reply…' }).click()
  const form = page.getByRole('form', { name: 'A reply of your own' })
  await expect.element(form.getByLabelText('Status')).toHaveValue('404')
  await page.getByRole('button', { name: 'Play this reply' }).click()
  await expect.poll(() => store.sandbox().settings.scenario).toHaveLength(1)
  expect((await send(store, '/v1/pets/1')).status).toBe(404)
  expect((await send(store, '/v1/pets/1')).status).toBe(200)
  await page.getByRole('button', { name: 'edit reply…' }).click()
  await form.getByLabelText('Status').fill('199')
  await page.getByRole('button', { name: 'Play this reply' }).click()
  await expect.element(form.getByText(/status.*200/)).toBeInTheDocument()
  await form.getByLabelText('Status').fill('418')
  await form.getByLabelText('Headers, one a line').fill('x-tea: green')
  await form.getByLabelText('Body').fill('{"id":7,"name":"Rex","categoryId":1}')
  await expectAccessible()
  await page.getByRole('button', { name: 'Play this reply' }).click()
  await expect.poll(() => store.sandbox().settings.scenario).toHaveLength(1)
  const reply = await send(store, '/v1/pets/7')
  expect(reply).toMatchObject({ status: 418, headers: { 'x-tea': 'green' } })
  expect(reply.body).toBe('{"id":7,"name":"Rex","categoryId":1}')
})

test('finds calls by operation, status, and any other word', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await send(store, '/v1/pets?limit=5')
  await send(store, '/v1/pets/1')
  await send(store, '/v1/pets/2')
  await send(store, '/v1/nothing')
  store.sandbox().play('reset', { calls: 1 })
  await send(store)
  openPanel('bench', store)
  await expect.poll(() => targets().length).toBe(5)
  const find = page.getByLabelText('Find')
  for (const [words, found] of [
    ['getPet', ['/v1/pets/2', '/v1/pets/1']],
    ['getPet 4xx', ['/v1/pets/2']],
    ['undocumented 404', ['/v1/nothing']],
    ['cut', ['/v1/pets']],
    ['LIMIT=5 listpets', ['/v1/pets?limit=5']],
    ['#2', ['/v1/pets/1']],
  ] as const) {
    await find.fill(words)
    await expect.poll(targets).toEqual(found)
  }
  await expect.element(page.getByText('1 call', { exact: true })).toBeInTheDocument()
  // What comes meanwhile is looked at as well.
  await send(store, '/v1/pets/1')
  await find.fill('getPet')
  await send(store, '/v1/pets')
  await send(store, '/v1/pets/3')
  await expect.poll(targets).toEqual(['/v1/pets/3', '/v1/pets/1', '/v1/pets/2', '/v1/pets/1'])
  await find.fill('getPost')
  await page.getByRole('button', { name: 'Show every call' }).click()
  await expect.poll(() => targets().length).toBe(8)
})

test('a chip shows one kind of calls, and how many there are of each', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await send(store, '/v1/pets')
  await send(store, '/v1/pets?limit=500')
  store.sandbox().play('server-error', { calls: 1 })
  await send(store, '/v1/pets?limit=2')
  openPanel('bench', store)
  const chips = () => texts('.chip')
  await expect.poll(chips).toEqual(['all 3', '2xx 1', '4xx 1', '5xx 1', 'scenario 1', 'findings 1'])
  for (const [chip, target] of [
    ['2xx', '/v1/pets'],
    ['4xx', '/v1/pets?limit=500'],
    ['5xx', '/v1/pets?limit=2'],
    ['scenario', '/v1/pets?limit=2'],
    ['findings', '/v1/pets?limit=500'],
  ] as const) {
    await page.getByRole('button', { name: `${chip} 1` }).click()
    await expect.poll(targets).toEqual([target])
  }
  await page.getByRole('button', { name: 'findings 1' }).click()
  await expect.poll(() => targets().length).toBe(3)
})

test('marks each call that breaks a rule, however often it was broken before', async () => {
  await openBench(...limits(107).slice(100))
  await page.getByRole('button', { name: 'findings 7' }).click()
  await expect.poll(() => targets()[0]).toBe('/v1/pets?limit=107')
  expect(document.querySelectorAll('.cell-why .mark')).toHaveLength(7)
  // What says how often it was names the first few alone.
  expect(page.getByRole('group', { name: 'limit-outside' }).getByRole('button').elements()).toHaveLength(5)
})

test('stands still for who reads further down', async () => {
  const { store } = await openBench(...limits(60))
  await expect.poll(() => targets()[0]).toBe('/v1/pets?limit=60')
  list().scrollTop = 480
  await expect.poll(targets).not.toContain('/v1/pets?limit=60')
  const before = targets()
  await send(store, '/v1/pets?limit=99')
  const newer = page.getByRole('button', { name: '1 newer call' })
  await expect.element(newer).toBeInTheDocument()
  expect(targets()).toEqual(before)
  await newer.click()
  await expect.poll(() => targets()[0]).toBe('/v1/pets?limit=99')
  expect(list().scrollTop).toBe(0)
})

test('saves the journal as a HAR file, empties it, and sees when somebody else does', async () => {
  const { store } = await openBench('/v1/pets')
  await expect.poll(targets).toEqual(['/v1/pets'])
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  await page.getByLabelText('More about all calls').first().click()
  await page.getByRole('button', { name: 'Save as HAR' }).click()
  await expect.poll(() => saved).toEqual(['calls-default.har'])
  await page.getByLabelText('More about all calls').first().click()
  await page.getByRole('button', { name: 'Clear the calls' }).click()
  await expectText('Nobody has called yet.')
  expect(store.sandbox().journal.total).toBe(0)
  await send(store, '/v1/pets/1')
  await send(store, '/v1/pets/2')
  await expect.poll(targets).toEqual(['/v1/pets/2', '/v1/pets/1'])
  await store.sandbox().reset()
  await expectText('Nobody has called yet.')
  await send(store, '/v1/pets/3')
  await expect.poll(targets).toEqual(['/v1/pets/3'])
})

test('draws the rows in sight alone, of 100,000 calls as of ten', async () => {
  const store = createAnimalStore({ dataset: 'empty' })
  await send(store)
  const tab = tabTransport(store)
  const [entry] = store.sandbox().journal.entries()
  let push: ((data: string) => void) | undefined
  const watch: Transport['watch'] = (_target, { onEvent }) => {
    push = onEvent
    return () => undefined
  }
  openPanel('bench', store, 'default', { transport: { ...tab, watch } })
  await expect.poll(() => push).toBeDefined()
  for (let number = 1; number <= 100_000; number++)
    push?.(JSON.stringify({ ...entry, number, target: `/v1/pets/${number}` }))
  await expect.element(page.getByRole('button', { name: 'all 100,000' })).toBeInTheDocument()
  expect(targets()[0]).toBe('/v1/pets/100000')
  list().scrollTop = 1_200_000
  await expect.poll(targets).toContain('/v1/pets/50000')
  list().scrollTop = 2_400_000
  await expect.poll(() => targets().at(-1)).toBe('/v1/pets/1')
  expect(targets().length).toBeLessThan(80)
}, 30_000)

/** A panel whose stream of calls can be broken off, and goes on as over HTTP. */
function openBreakable(store: AnimalStore) {
  const control = createControl(store)
  let breakOff: () => void = () => undefined
  let resume: () => Promise<void> = () => Promise.resolve()
  const watch: Transport['watch'] = (target, { onEvent, onState }) => {
    const reader = new EventReader(onEvent)
    let stop: (() => void) | undefined
    resume = async () => {
      const headers = { host: '127.0.0.1:4010', 'last-event-id': reader.lastId }
      const { events } = await control.answer({ method: 'GET', target, headers })
      onState('live')
      stop = events?.((chunk) => reader.read(chunk))
    }
    breakOff = () => {
      stop?.()
      onState('lost')
    }
    void resume()
    return () => stop?.()
  }
  openPanel('bench', store, 'default', { transport: { ...tabTransport(store), watch } })
  return { breakOff: () => breakOff(), resume: () => resume() }
}

test('loses and doubles nothing when the connection breaks off', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await send(store, '/v1/pets/1')
  const connection = openBreakable(store)
  await expect.poll(targets).toEqual(['/v1/pets/1'])
  connection.breakOff()
  await expectText('connection lost, trying again')
  await send(store, '/v1/pets/2')
  await send(store, '/v1/pets/3')
  expect(targets()).toEqual(['/v1/pets/1'])
  await connection.resume()
  await expect.poll(targets).toEqual(['/v1/pets/3', '/v1/pets/2', '/v1/pets/1'])
  await send(store, '/v1/pets/4')
  await expect.poll(targets).toEqual(['/v1/pets/4', '/v1/pets/3', '/v1/pets/2', '/v1/pets/1'])
})

test('shows the journal of the mock that answers again, and nothing of the one before', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await send(store, '/v1/pets/1')
  const connection = openBreakable(store)
  await expect.poll(targets).toEqual(['/v1/pets/1'])
  connection.breakOff()
  await store.sandbox().reset()
  for (const id of [5, 6, 7]) await send(store, `/v1/pets/${id}`)
  await connection.resume()
  await expect.poll(targets).toEqual(['/v1/pets/7', '/v1/pets/6', '/v1/pets/5'])
})

test('shows hostile text as text', async () => {
  const store = createAnimalStore({ dataset: 'empty' })
  await post(store, JSON.stringify({ name: '<img src=x onerror=alert(1)>\u202e\u0007', categoryId: 1 }))
  await send(store, '/v1/pets/<script>alert(1)</script>\u202e')
  openPanel('bench', store)
  await expect.poll(targets).toEqual(['/v1/pets/<script>alert(1)</script>⟨U+202E⟩', '/v1/pets'])
  await page.getByRole('row', { name: /added/ }).click()
  await expect
    .element(page.getByLabelText('Body of the request', { exact: true }))
    .toHaveTextContent(String.raw`{ "name": "<img src=x onerror=alert(1)>⟨U+202E⟩\u0007", "categoryId": 1 }`)
  expect(document.querySelector('.panel :is(img, script)')).toBeNull()
})
