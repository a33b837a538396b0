import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Call } from '../../../call/call.ts'
import { type AnimalStore, createAnimalStore } from '../../../entry.ts'
import { button, expectAccessible, expectText, openPanel, texts } from '../test-panel.ts'
import type { Har } from '../../../../spec/har.ts'
import type { ProxyFinding } from '../../../../spec/index.ts'
import { EventReader } from '../../../control/client/event-reader.ts'
import { tabTransport } from '../../../control/client/tab-transport.ts'
import { RequestError, type Transport } from '../../../control/client/transport.ts'
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
/** What each row says. */
const why = () => texts('[role=gridcell].cell-why')
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
  await expectText('There are no calls.')
  await page.getByRole('button', { name: 'Send one' }).click()
  await expect.poll(targets).toEqual(['/v1/pets?limit=2'])
  await expectText('Call 1: 200.')
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
      'categoryId is missing, finding invalid-request',
      'limit=500 is refused, finding limit-outside',
      'no such key',
      'no animal 99, finding deprecated-operation',
      expect.stringMatching(/^1 animal · \d+ of \d+ left$/),
    ])
  const keys = texts('[role=gridcell].cell-key')
  expect(keys.slice(0, 2)).toEqual(['test_free_exhausted', 'test_pro'])
})

test('names the scenario, the fault and what was done in place of a reply', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  store.sandbox().play('reset', { calls: 1 })
  await send(store)
  await send(store, '/v1/pets', { headers: { authorization: 'Bearer test_pro', prefer: 'code=503' } })
  openPanel('bench', store)
  store.sandbox().play('hang', { calls: 1 })
  const leaving = AbortSignal.timeout(100)
  await store
    .fetch('/v1/pets', { headers: { authorization: 'Bearer test_pro' }, signal: leaving })
    .catch(() => undefined)
  store.sandbox().set({ fault: 'list-media-type-text' })
  await send(store)
  await expect
    .poll(why)
    .toEqual([
      expect.stringMatching(/^fault list-media-type-text; 1 animal · /),
      expect.stringMatching(/^scenario hang; the client gave up after \d+ ms$/),
      'scenario unavailable',
      'scenario reset; the connection was cut',
    ])
  const statuses = texts('[role=gridcell].cell-status')
  expect(statuses).toEqual(['200', 'none', '503', 'cut'])
})

test('a reply is shown as held as long as it is, and then how it went on', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  store.sandbox().play('hold', { calls: 3 })
  openPanel('bench', store)
  await expectText('There are no calls.')
  const asked: Promise<Response>[] = []
  for (const limit of [1, 2, 3]) {
    asked.push(store.fetch(`/v1/pets?limit=${limit}`, { headers: { authorization: 'Bearer test_pro' } }))
    await expect.poll(() => store.sandbox().held.length).toBe(limit)
  }
  const statuses = () => texts('[role=gridcell].cell-status')
  const soon = { timeout: 10_000 }
  await expect.poll(statuses, soon).toEqual(['held', 'held', 'held'])
  await page.getByRole('button', { name: 'More of the panel' }).click()
  await page.getByRole('button', { name: 'Clear the calls' }).click()
  await expectText('The calls are gone, but for any that are held.')
  expect(statuses()).toEqual(['held', 'held', 'held'])
  await page.getByRole('row', { name: /limit=1/ }).click()
  await page.getByRole('button', { name: 'Edit the reply to call 1' }).click()
  const edited = page.getByRole('form', { name: 'Another reply to call 1' })
  await expect.element(edited.getByLabelText('Status')).toHaveFocus()
  await expect.poll(() => why()[0], soon).toMatch(/^scenario hold; held for [1-9]\d* s$/)
  // The panel knows of both by now.
  await expect.poll(() => texts('.play'), soon).toEqual(['3 calls heldRelease all'])
  await page.getByRole('button', { name: 'Release call 1' }).first().click()
  await asked[0]
  await expect.poll(statuses, soon).toEqual(['held', 'held', '200'])
  await store.sandbox().release({ id: store.sandbox().held[0]?.id, reply: { status: 503 } })
  await asked[1]
  store.sandbox().play('slow')
  await page.getByRole('button', { name: 'Stop all' }).click()
  await expectText('All has ended, and 1 held call went on.')
  await asked[2]
  await expect.poll(statuses, soon).toEqual(['200', '503', '200'])
  expect(why()).toEqual([
    expect.stringMatching(/^scenario hold; 1 animal, released after .* left$/),
    expect.stringMatching(/^scenario hold; changed, and released after /),
    expect.stringMatching(/^scenario hold; 1 animal, released after .* left$/),
  ])
  expect(texts('.steps .decided dd')[0]).toBe('listPets: 1 animal')
  await page.getByLabelText('Find').fill('held')
  await expect.poll(targets).toHaveLength(3)
})

test('a slow call waits until its delay has passed, if the panel saw it come', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  const slow = { headers: { authorization: 'Bearer test_pro', prefer: 'delay=600000' } }
  const timers = vi.spyOn(globalThis, 'setTimeout')
  openPanel('bench', store)
  await expectText('There are no calls.')
  // As over HTTP, where what was there comes some frames later.
  await send(store, '/v1/pets', slow)
  const statuses = () => texts('[role=gridcell].cell-status')
  await expect.poll(statuses).toEqual(['200'])
  timers.mock.calls.find(([, milliseconds]) => milliseconds === 500)?.[0]()
  await send(store, '/v1/pets?limit=2', slow)
  await expect.poll(statuses).toEqual(['waits', '200'])
  expect(why()[0]).toMatch(/200 in 10 min 0 s$/)
  await page.getByRole('row', { name: /limit=2/ }).click()
  await expectText(/ · 200 in 10 min 0 s$/)
  await expectText('Reply, not sent yet')
  const parts = () => {
    for (const [end, milliseconds = 0] of timers.mock.calls) if (milliseconds > 590_000) end()
    return texts('.call-view h3')
  }
  await expect.poll(parts).toContain('Reply')
  expect(statuses()).toEqual(['200', '200'])
})

test('the open call stays in sight, and the list stands still for who reads further down', async () => {
  const { store } = await openBench(...limits(80))
  await page.getByRole('row', { name: /limit=79/ }).click()
  for (let limit = 1; limit <= 80; limit++) await send(store, `/v1/pets/${limit}`)
  await expect.element(button('80 new')).toBeInTheDocument()
  expect(targets()[0]).toBe('/v1/pets?limit=80')
  expect(isInSight(openRow())).toBe(true)
  await button('80 new').click()
  await expect.poll(() => targets()[0]).toBe('/v1/pets/80')
  list().scrollTop = 1200
  const row = page.getByRole('row', { name: /limit=50/ }).element()
  await new Promise((resolve) => requestAnimationFrame(resolve))
  const before = row.getBoundingClientRect().top
  await send(store, '/v1/pets/99')
  await expect.poll(() => targets()[0]).toBe('/v1/pets/99')
  expect(row.getBoundingClientRect().top).toBeCloseTo(before, 0)
  await button('1 new').click()
  await expect.poll(() => list().scrollTop).toBe(0)
  await expect.element(button('1 new')).not.toBeInTheDocument()
})

test('is used by the keyboard alone: arrows walk the calls, Enter reads the open one, Escape closes it', async () => {
  const { steps } = await openBench(...limits(3))
  await expect.poll(() => targets().length).toBe(3)
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(openTarget).toBe('/v1/pets?limit=3')
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(openTarget).toBe('/v1/pets?limit=2')
  // On a phone a call covers the list, and the button back leads there.
  expect(steps).toEqual(['#/bench'])
  expect(list().getAttribute('aria-activedescendant')).toBe(openRow()?.id)
  // The row has the frame, not the list.
  expect([list(), openRow() ?? list()].map((one) => getComputedStyle(one).outlineStyle)).toEqual(['none', 'solid'])
  await userEvent.keyboard('{Enter}')
  await expect.element(detail().getByRole('heading', { name: /limit=2/ })).toHaveFocus()
  // It goes on from there.
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(detail().getByRole('heading', { name: /limit=1/ })).toHaveFocus()
  await page.getByRole('row', { name: /limit=3/ }).click()
  await expect.poll(openTarget).toBe('/v1/pets?limit=3')
  expect(steps).toEqual(['#/bench'])
  await userEvent.keyboard('{Escape}')
  expect(detail().query()).toBeNull()
  await expect.poll(() => document.activeElement).toBe(list())
  await userEvent.keyboard('{End}')
  await expect.poll(openTarget).toBe('/v1/pets?limit=1')
  await userEvent.keyboard('{Escape}21{ArrowDown}')
  await expect.poll(openTarget).toBe('/v1/pets?limit=3')
  await userEvent.keyboard('{Escape}/limit=2{ArrowDown}')
  await expect.poll(openTarget).toBe('/v1/pets?limit=2')
})

test('opens a call: why, what decided, exact bodies, and the same call in three languages', async () => {
  const store = createAnimalStore({ dataset: 'empty' })
  await post(store, '{"name":"Rex","categoryId":9223372036854775807}')
  openPanel('bench', store)
  await page.getByRole('row', { name: /animal 1 added/ }).click()
  const steps = () => texts('.call-view .steps > div')
  await expect
    .poll(steps)
    .toEqual([
      'Keypro plan, sandbox default§5',
      'Quota299 of 300 requests are left in the minute§8',
      'OperationcreatePet: animal 1 added§4.2',
    ])
  expect(texts('.decided dt')).toEqual(['Operation'])
  await expect
    .element(page.getByLabelText('Body of the reply', { exact: true }))
    .toHaveTextContent('{ "id": 1, "name": "Rex", "categoryId": 9223372036854775807 }')
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  for (const [name, start] of [
    ['curl', 'curl -i -X POST -H "authorization: Bearer test_pro" '],
    ['fetch', `const response = await fetch('http://127.0.0.1:4010/v1/pets', {`],
    ['a test', `import { createAnimalStore } from 'animal-store-kit'`],
  ] as const) {
    await page.getByRole('button', { name: 'Copy, send…' }).click()
    await page.getByRole('button', { name: `Copy as ${name}`, exact: true }).click()
    await expectText(`Copied call 1 as ${name}.`)
    expect(copied.mock.lastCall?.[0].startsWith(start)).toBe(true)
    expect(copied.mock.lastCall?.[0]).toContain('9223372036854775807')
  }
  store.sandbox().play('rate-limited', { calls: 1 })
  await expect.poll(() => texts('.play'), { timeout: 10_000 }).toHaveLength(1)
  await page.getByRole('button', { name: 'Copy, send…' }).click()
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect.element(page.getByRole('group', { name: 'Call 2' })).toBeInTheDocument()
  await expectText('Call 2: 429.')
})

test('what decided is the fault that wrote the reply, or the key that was refused, after which nothing was reached', async () => {
  const store = createAnimalStore({ dataset: 'one', fault: 'list-media-type-text' })
  await send(store)
  await send(store, '/v1/pets', {}, 'nobody')
  store.sandbox().set({ fault: null })
  await send(store, '/v1/pets?limit=500')
  openPanel('bench', store)
  await page.getByRole('row', { name: /fault list-media-type-text/ }).click()
  await expect
    .poll(() => texts('.decided'))
    .toEqual(['Faultlist-media-type-text: the list is labelled text/plain (1/response-media-type)'])
  await page.getByRole('row', { name: /no such key/ }).click()
  await expect.poll(() => texts('.call-view .steps dt')).toEqual(['Key'])
  await page.getByRole('row', { name: /limit=500 is refused/ }).click()
  await expectText(/status 400: the choice invalid-query=reject decided it$/)
  await page.getByRole('button', { name: 'Choose otherwise' }).click()
  await expect.element(page.getByRole('searchbox')).toHaveValue('invalid-query')
})

test('one click lets the next call meet something, and another one ends it', async () => {
  const { store } = await openBench('/v1/pets/1')
  await page.getByRole('row', { name: /pets\/1 / }).click()
  const next = page.getByRole('group', { name: 'Next getPet' })
  const offline = next.getByRole('button', { name: 'offline', exact: true })
  expect(next.getByRole('button', { name: '400', exact: true }).query()).toBeNull()
  await offline.click()
  const play = { scenario: 'reset', operation: 'getPet', calls: 1 }
  await expect.poll(() => store.sandbox().settings.scenario).toMatchObject([play])
  await expect.element(offline).toHaveAttribute('aria-pressed', 'true')
  await offline.click()
  await expect.poll(() => store.sandbox().settings.scenario).toEqual([])
})

test('plays the reply of a call again, as it was or as it is edited', async () => {
  const { store } = await openBench('/v1/pets/7')
  await page.getByRole('row', { name: /no animal 7/ }).click()
  await page.getByRole('button', { name: 'edit reply…' }).click()
  const form = page.getByRole('form', { name: 'A reply of your own' })
  await expect.element(form.getByLabelText('Status')).toHaveValue('404')
  await page.getByRole('button', { name: 'Play this reply once' }).click()
  await expect.poll(() => store.sandbox().settings.scenario).toHaveLength(1)
  expect((await send(store, '/v1/pets/1')).status).toBe(404)
  expect((await send(store, '/v1/pets/1')).status).toBe(200)
  await page.getByRole('button', { name: 'edit reply…' }).click()
  await form.getByLabelText('Status').fill('199')
  await expect.element(form.getByText('It must be a status, from 200 to 599.')).toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Play this reply once' })).toBeDisabled()
  await form.getByLabelText('Status').fill('418')
  await form.getByLabelText('Headers, one a line').fill('x-tea: green')
  await form.getByLabelText('Body').fill('{"id":7,"name":"Rex","categoryId":1}')
  await expectAccessible()
  await page.getByRole('button', { name: 'Play this reply once' }).click()
  await expect.poll(() => store.sandbox().settings.scenario).toHaveLength(1)
  const reply = await send(store, '/v1/pets/7')
  expect(reply).toMatchObject({ status: 418, headers: { 'x-tea': 'green' } })
  expect(reply.body).toBe('{"id":7,"name":"Rex","categoryId":1}')
})

test('what is written for the reply of a call is there again when the call is, until it is discarded', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  store.sandbox().play('hold', { calls: 2 })
  openPanel('bench', store)
  for (const limit of [1, 2])
    void store.fetch(`/v1/pets?limit=${limit}`, { headers: { authorization: 'Bearer test_pro' } })
  await expect.poll(() => texts('.play'), { timeout: 10_000 }).toEqual(['2 calls heldRelease all'])
  for (const [opening, form] of [
    ['Edit the reply to call 1', 'Another reply to call 1'],
    ['edit reply…', 'A reply of your own'],
  ] as const) {
    await page.getByRole('row', { name: /limit=1/ }).click()
    await page.getByRole('button', { name: opening }).click()
    const status = page.getByRole('form', { name: form }).getByLabelText('Status')
    await status.fill('503')
    await page.getByRole('row', { name: /limit=2/ }).click()
    await expect.element(status).not.toBeInTheDocument()
    await page.getByRole('row', { name: /limit=1/ }).click()
    await expect.element(status).toHaveValue('503')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect.element(status).toHaveValue('200')
  }
  await store.sandbox().release()
})

test('finds calls by operation, status, and any other word', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await send(store, '/v1/pets?limit=5')
  await send(store, '/v1/pets/1')
  await send(store, '/v1/pets/2')
  await send(store, '/v1/nothing')
  store.sandbox().play('reset', { calls: 1 })
  await send(store)
  for (let number = 6; number <= 21; number++) await send(store, '/v1/pets?limit=1', {}, 'test_free')
  openPanel('bench', store)
  await expect.poll(() => targets().length).toBe(21)
  const find = page.getByLabelText('Find')
  for (const [words, found] of [
    ['getPet', ['/v1/pets/2', '/v1/pets/1']],
    ['key:test_enterprise getPet', ['/v1/pets/2', '/v1/pets/1']],
    ['key:test getPet', []],
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
  expect(texts('.chip')[0]).toBe('all 1')
  // A call that is open goes with the others that do not fit.
  await page.getByRole('row', { name: /pets\/1/ }).click()
  await expect.element(detail()).toBeInTheDocument()
  await find.fill('getPet 4xx')
  await expect.element(detail()).not.toBeInTheDocument()
  // What comes meanwhile is looked at as well.
  await send(store, '/v1/pets/1')
  await find.fill('getPet')
  await send(store, '/v1/pets')
  await send(store, '/v1/pets/3')
  await expect.poll(targets).toEqual(['/v1/pets/3', '/v1/pets/1', '/v1/pets/2', '/v1/pets/1'])
  await find.fill('getPost')
  await page.getByRole('button', { name: 'Show every call' }).click()
  await expect.poll(() => targets().length).toBe(24)
})

test('a chip shows one kind of calls, and how many there are of each', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await send(store, '/v1/pets')
  await send(store, '/v1/pets?limit=500')
  store.sandbox().play('server-error', { calls: 1 })
  await send(store, '/v1/pets?limit=2')
  openPanel('bench', store)
  const chips = () => texts('.chip')
  await expect.poll(chips).toEqual(['all 3', '2xx 1', '4xx 1', '5xx 1', 'played 1', 'findings 1'])
  for (const [chip, target] of [
    ['2xx', '/v1/pets'],
    ['4xx', '/v1/pets?limit=500'],
    ['5xx', '/v1/pets?limit=2'],
    ['played', '/v1/pets?limit=2'],
    ['findings', '/v1/pets?limit=500'],
  ] as const) {
    await page.getByRole('button', { name: `${chip} 1` }).click()
    await expect.poll(targets).toEqual([target])
  }
  await page.getByRole('button', { name: 'findings 1' }).click()
  await expect.poll(() => targets().length).toBe(3)
})

test('saves the journal as a HAR file, empties it, and sees when somebody else does', async () => {
  const { store } = await openBench('/v1/pets')
  await expect.poll(targets).toEqual(['/v1/pets'])
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  await page.getByRole('button', { name: 'More of the panel' }).click()
  await page.getByRole('button', { name: 'Save the calls as HAR' }).click()
  await expect.poll(() => saved).toEqual(['calls-default.har'])
  await page.getByRole('button', { name: 'More of the panel' }).click()
  await page.getByRole('button', { name: 'Clear the calls' }).click()
  await expectText('There are no calls.')
  await expectText('The calls are gone, but for any that are held.')
  expect(store.sandbox().journal.total).toBe(0)
  await send(store, '/v1/pets/1')
  await send(store, '/v1/pets/2')
  await expect.poll(targets).toEqual(['/v1/pets/2', '/v1/pets/1'])
  await store.sandbox().reset()
  await expectText('There are no calls.')
  await send(store, '/v1/pets/3')
  await expect.poll(targets).toEqual(['/v1/pets/3'])
})

/** A panel whose stream of calls can be broken off, and goes on as over HTTP. */
function openBreakable(store: AnimalStore, more: Partial<Transport> = {}) {
  const control = createControl(store)
  let breakOff: () => void = () => undefined
  let resume: () => Promise<void> = () => Promise.resolve()
  const watch: Transport['watch'] = (target, { onEvent, onState }) => {
    const reader = new EventReader(onEvent)
    let stop: (() => void) | undefined
    resume = async () => {
      const headers = { host: '127.0.0.1:4010', 'last-event-id': reader.lastId }
      const ending = new AbortController()
      stop = () => ending.abort()
      const { events } = await control.answer({ method: 'GET', target, headers }, ending.signal)
      onState('live')
      const write = (bytes: Uint8Array) => reader.read(new TextDecoder().decode(bytes))
      events?.pipeTo(new WritableStream({ write })).catch(() => undefined)
    }
    breakOff = () => {
      stop?.()
      onState('lost')
    }
    void resume()
    return () => stop?.()
  }
  openPanel('bench', store, 'default', { transport: { ...tabTransport(store), watch, ...more } })
  return { breakOff: () => breakOff(), resume: () => resume() }
}

test('loses and doubles nothing when the connection breaks off', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await send(store, '/v1/pets/1')
  const connection = openBreakable(store)
  await expect.poll(targets).toEqual(['/v1/pets/1'])
  connection.breakOff()
  await send(store, '/v1/pets/2')
  await send(store, '/v1/pets/3')
  expect(targets()).toEqual(['/v1/pets/1'])
  await connection.resume()
  await expect.poll(targets).toEqual(['/v1/pets/3', '/v1/pets/2', '/v1/pets/1'])
  await send(store, '/v1/pets/4')
  await expect.poll(targets).toEqual(['/v1/pets/4', '/v1/pets/3', '/v1/pets/2', '/v1/pets/1'])
})

test('the calls of a mock that is gone stay until another one answers, and a held one is held no longer', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  store.sandbox().play('hold', { calls: 1 })
  const tab = tabTransport(store)
  let isGone = false
  const connection = openBreakable(store, {
    send: (request) => (isGone ? Promise.reject(new RequestError('No answer came.')) : tab.send(request)),
  })
  void store.fetch('/v1/pets', { headers: { authorization: 'Bearer test_pro' } }).catch(() => undefined)
  await expect.poll(() => texts('.play'), { timeout: 10_000 }).toEqual(['1 call heldRelease'])
  await page.getByRole('row', { name: /pets/ }).click()
  await page.getByRole('button', { name: 'Edit the reply to call 1' }).click()
  isGone = true
  connection.breakOff()
  await expect.poll(why, { timeout: 10_000 }).toEqual(['scenario hold; held when the mock went'])
  expect(texts('.play')).toEqual([])
  await expectText('The mock does not answer.')
  await expectText('held when the mock went; 200 was never sent')
  for (const name of ['Release edited', 'Release call 1', 'Cut call 1'])
    await expect.element(page.getByRole('button', { name }).first()).toBeDisabled()
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `${saved.push(blob as Blob)}`)
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  await page.getByRole('button', { name: 'Save the calls as HAR' }).click()
  const har = JSON.parse((await saved[0]?.text()) ?? '') as Har
  expect(har.log.entries).toMatchObject([{ request: { url: 'http://localhost/v1/pets' } }])
  await page.getByRole('button', { name: 'More of the panel' }).click()
  await page.getByRole('group', { name: 'More of the panel' }).getByRole('button').click()
  await expect.poll(() => saved).toHaveLength(2)
  await store.sandbox().reset()
  await send(store, '/v1/pets/7')
  isGone = false
  await connection.resume()
  await expect.poll(targets).toEqual(['/v1/pets/7'])
  await page.getByRole('button', { name: 'Save the former calls' }).click()
  await expect.poll(() => saved).toHaveLength(3)
  expect(await saved[2]?.text()).toBe(await saved[0]?.text())
})

test('a call is sent again only while the mock answers', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await send(store)
  const tab = tabTransport(store)
  let isGone = false
  openPanel('bench', store, 'default', {
    transport: {
      ...tab,
      send: (request) => (isGone ? Promise.reject(new RequestError('No answer came.')) : tab.send(request)),
    },
  })
  await page.getByRole('row', { name: /pets/ }).click()
  await page.getByRole('button', { name: 'Copy, send…' }).click()
  const again = page.getByRole('button', { name: 'Send again' })
  await expect.element(again).toBeEnabled()
  isGone = true
  await expect.element(page.getByText('The mock does not answer.'), { timeout: 10_000 }).toBeVisible()
  await expect.element(again).toBeDisabled()
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

const doubtful: ProxyFinding = {
  level: 'open',
  clause: '4.1/answers-pets',
  section: '4.1',
  text: 'A list is answered with 200.',
  operation: 'listPets',
  expected: 'status 200',
  received: 'status 503',
  reading: null,
  doubt: { lastedMilliseconds: 240, settledBy: 'the same in 3 answers in a row' },
  times: 2,
  calls: [1],
  curl: 'curl http://staging.example/v1/pets',
}

test('shows at a call what a deployment may have broken, as it comes, and what would settle it', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  const tab = tabTransport(store)
  let push: (data: string) => void = () => undefined
  openPanel('bench', store, 'default', {
    transport: {
      ...tab,
      async send(request) {
        const value = await tab.send(request)
        return request.target === '/_mock/lists'
          ? { ...(value as object), deployment: 'http://staging.example' }
          : value
      },
      watch(target, watcher) {
        if (target !== '/_mock/findings/events') return tab.watch(target, watcher)
        push = watcher.onEvent
        return () => undefined
      },
    },
  })
  await expectText('Nothing went through yet.')
  await send(store)
  push(JSON.stringify({ deployment: 'http://staging.example', judged: 2, leftOut: {}, findings: [doubtful] }))
  await expectText('2 answers judged, 1 finding')
  await page.getByRole('row', { name: /4\.1\/answers-pets open/ }).click()
  const finding = page.getByRole('group', { name: 'Finding 4.1/answers-pets open' })
  await expect
    .poll(() => finding.element().textContent)
    .toMatch(/Expected status 200, received status 503\. Settled by .*3 answers in a row.*curl/)
  await expectAccessible()
})
