import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Call } from '../../call/call.ts'
import { type AnimalStore, createAnimalStore } from '../../index.ts'
import { type TestPanel, expectAccessible, openPanel } from '../test-panel.ts'
import { tabTransport } from '../../control/client/tab-transport.ts'
import type { Transport, Watcher } from '../../control/client/transport.ts'

let panel: TestPanel | undefined

afterEach(() => {
  panel?.remove()
  vi.restoreAllMocks()
})

function send(store: AnimalStore, target = '/v1/pets', more: Partial<Call> = {}, key = 'test_enterprise') {
  return store.answer({ method: 'GET', target, headers: { authorization: `Bearer ${key}` }, ...more })
}

function post(store: AnimalStore, body: string) {
  const headers = { authorization: 'Bearer test_pro', 'content-type': 'application/json' }
  return store.answer({ method: 'POST', target: '/v1/pets', headers, body })
}

const rowOf = (name: string) => page.getByRole('row', { name: new RegExp(name) })
const detail = () => page.getByRole('group', { name: /^Call \d+$/ })

/** The targets in the rows, from the top. */
function targets(): string[] {
  return [...document.querySelectorAll('td.cell-target')].map((cell) => cell.textContent)
}

/** The target of the row that is chosen. */
function chosen(): string | undefined {
  return document.querySelector('tr[aria-selected="true"] .cell-target')?.textContent
}

test('says how to send the first call while there are no calls, and sends it', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await send(store, '/v1/pets', {}, 'test_pro.shop')
  store.sandbox('shop').journal.clear()
  panel = openPanel(store, 'bench', 'shop')
  await expect.element(page.getByText('Nobody has called yet.')).toBeInTheDocument()
  expect(page.getByLabelText('The line for a first call').element().textContent).toBe(
    `curl -i -H "authorization: Bearer test_pro.shop" "http://127.0.0.1:4010/v1/pets?limit=2"`,
  )
  await page.getByRole('button', { name: 'Send one' }).click()
  await expect.poll(targets).toEqual(['/v1/pets?limit=2'])
  await expect.element(page.getByText('The call was answered with 200.')).toBeInTheDocument()
  await expect.element(page.getByText('1 call', { exact: true })).toBeInTheDocument()
})

test('shows calls as they come, the latest on top, with status, plan and reason', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await send(store)
  panel = openPanel(store, 'bench')
  await expect.poll(targets).toEqual(['/v1/pets'])
  await send(store, '/v1/pets/99', {}, 'test_pro')
  await send(store, '/v1/pets?limit=1', {}, 'nobody')
  await expect.poll(targets).toEqual(['/v1/pets?limit=1', '/v1/pets/99', '/v1/pets'])
  const texts = [...document.querySelectorAll('.calls tbody tr')].map((row) => row.textContent)
  expect(texts[0]).toMatch(/401–No valid key: no such key/)
  expect(texts[1]).toMatch(/404proNo animal 99 was found\./)
  expect(texts[2]).toMatch(/200enterpriselistPets/)
})

test('names the scenario, the fault and what was done in place of a reply', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  store.sandbox().play('reset', { calls: 1 })
  await send(store)
  await send(store, '/v1/pets', { headers: { authorization: 'Bearer test_pro', prefer: 'code=503' } })
  panel = openPanel(store, 'bench')
  await expect.poll(() => targets().length).toBe(2)
  const texts = [...document.querySelectorAll('.calls tbody tr')].map((row) => row.textContent)
  expect(texts[0]).toMatch(/503prounavailable/)
  expect(texts[1]).toMatch(/cutenterpriseresetThe connection was cut\./)
})

test('is used by the keyboard alone: arrows move, Enter opens a call, Escape goes back to its row', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  for (const limit of [1, 2, 3]) await send(store, `/v1/pets?limit=${limit}`)
  panel = openPanel(store, 'bench')
  await expect.poll(() => targets().length).toBe(3)
  // From the search, as Tab goes.
  ;(page.getByLabelText('Find').element() as HTMLElement).focus()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(detail().getByRole('heading', { name: /limit=3/ })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(rowOf('limit=3')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(rowOf('limit=2')).toHaveFocus()
  expect(chosen()).toBe('/v1/pets?limit=2')
  expect(detail().query()).toBeNull()
  await userEvent.keyboard('{Enter}')
  await expect.element(detail().getByRole('heading', { name: /limit=2/ })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(rowOf('limit=2')).toHaveFocus()
  expect(detail().query()).toBeNull()
  await userEvent.keyboard('{End}')
  await expect.poll(chosen).toBe('/v1/pets?limit=1')
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Tab}')
  await expect.element(rowOf('limit=1')).toHaveFocus()
})

test('opens a call: why it was answered so, headers, exact bodies, and the line that repeats it', async () => {
  const store = createAnimalStore({ dataset: 'empty' })
  await post(store, '{"name":"Rex","categoryId":9223372036854775807}')
  panel = openPanel(store, 'bench')
  await page.getByRole('row', { name: /createPet/ }).click()
  const steps = () => [...document.querySelectorAll('.why-steps li')].map((step) => step.textContent)
  await expect
    .poll(steps)
    .toEqual([
      'Keypro plan, sandbox default§ 5',
      'Quota299 of 300 requests are left in the minute§ 8',
      'OperationcreatePet§ 4.2',
    ])
  await expect
    .element(page.getByLabelText('Body of the reply', { exact: true }))
    .toHaveTextContent('{ "id": 1, "name": "Rex", "categoryId": 9223372036854775807 }')
  expect(detail().element().textContent).toContain('X-RateLimit-Remaining299requests left in it (section 8)')
  expect(page.getByLabelText('The line that repeats the call').element().textContent).toBe(
    `curl -i -X POST -H "authorization: Bearer test_pro" -H "content-type: application/json" --data-raw '{"name":"Rex","categoryId":9223372036854775807}' http://127.0.0.1:4010/v1/pets`,
  )
  await page.getByRole('button', { name: 'Send it again' }).click()
  await expect
    .poll(() =>
      store
        .sandbox()
        .journal.entries()
        .map(({ status }) => status),
    )
    .toEqual([201, 201])
  await page.getByRole('button', { name: /Section 4.2/ }).click()
  await expect.element(page.getByRole('heading', { name: 'Interface', level: 1 })).toBeInTheDocument()
})

test('makes a scenario of a reply, for an operation and the next calls', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await send(store, '/v1/pets/7')
  panel = openPanel(store, 'bench')
  await page.getByRole('row', { name: /No animal 7 was found/ }).click()
  await page.getByLabelText('For how many calls').first().fill('2')
  await page.getByLabelText('Which calls').first().selectOptions('listPets')
  await page.getByRole('button', { name: 'Play this reply' }).click()
  // In the head of the panel, where it leads to what is played.
  await expect
    .element(page.getByRole('button', { name: 'recorded · listPets · 2 left', exact: true }))
    .toBeInTheDocument()
  expect(panel.line()).toBe(
    `curl -X POST -H "Content-Type: application/json" --data-raw '{"scenario":"recorded","call":1,"operation":"listPets","calls":2}' http://127.0.0.1:4010/_mock/sandboxes/default/scenarios`,
  )
  const statuses = []
  for (const target of ['/v1/pets/1', '/v1/pets', '/v1/pets', '/v1/pets'])
    statuses.push((await send(store, target)).status)
  expect(statuses).toEqual([200, 404, 404, 200])
})

test('makes a scenario for every operation', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await send(store, '/v1/pets/7')
  panel = openPanel(store, 'bench')
  await page.getByRole('row', { name: /No animal [79] was found/ }).click()
  await page.getByLabelText('Which calls').first().selectOptions('all calls')
  await page.getByRole('button', { name: 'Play this reply' }).click()
  await expect.poll(() => store.sandbox().settings.scenario).toHaveLength(1)
  expect((await send(store)).status).toBe(404)
  expect((await send(store, '/v1/pets/1')).status).toBe(404)
})

test('starts a reply of one’s own from that of a call', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await send(store, '/v1/pets/7', { headers: { prefer: 'delay=5' } }, 'nobody')
  panel = openPanel(store, 'now')
  await page.getByRole('row', { name: /pets\/7/ }).click()
  await page.getByText('A reply of your own', { exact: true }).click()
  const form = page.getByRole('form', { name: 'Make this a scenario' })
  await expect.element(form.getByLabelText('Status')).toHaveValue('401')
  await expect.element(form.getByLabelText('Which calls')).toHaveValue('getPet')
  expect(form.getByLabelText('Headers, one a line').element()).toHaveProperty(
    'value',
    expect.stringContaining('WWW-Authenticate: Bearer'),
  )
  await form.getByLabelText('Status').fill('199')
  await page.getByRole('button', { name: 'Play this reply' }).click()
  await expect.element(form.getByText(/status.*200/)).toBeInTheDocument()
  await form.getByLabelText('Status').fill('418')
  await form.getByLabelText('Headers, one a line').fill('x-tea: green')
  await form.getByLabelText('For how many calls').fill('1')
  await form.getByLabelText('Body').fill('{"id":7,"name":"Rex","categoryId":1}')
  await page.getByRole('button', { name: 'Play this reply' }).click()
  await expect.poll(() => store.sandbox().settings.scenario).toHaveLength(1)
  const reply = await send(store, '/v1/pets/7')
  expect([reply.status, reply.headers['x-tea'], reply.body]).toEqual([
    418,
    'green',
    '{"id":7,"name":"Rex","categoryId":1}',
  ])
  expect((await send(store, '/v1/pets/7')).status).toBe(404)
  expect(store.sandbox().journal.entries().at(-2)?.reason.at(-1)).toContain('Outside of the interface')
  await expectAccessible(panel.element)
})

test('finds calls by operation, status, and any other word', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await send(store, '/v1/pets?limit=5')
  await send(store, '/v1/pets/1')
  await send(store, '/v1/pets/2')
  await send(store, '/v1/nothing')
  store.sandbox().play('reset', { calls: 1 })
  await send(store)
  panel = openPanel(store, 'bench')
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
  await find.fill('getPost')
  await page.getByRole('button', { name: 'Show every call' }).click()
  await expect.poll(() => targets().length).toBe(5)
})

test('stands still while paused, counts what comes, and goes on', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await send(store, '/v1/pets?limit=1')
  panel = openPanel(store, 'bench')
  await expect.poll(targets).toEqual(['/v1/pets?limit=1'])
  await page.getByRole('button', { name: 'Pause' }).click()
  await send(store, '/v1/pets?limit=2')
  await send(store, '/v1/pets?limit=3')
  await expect.element(page.getByRole('button', { name: '2 newer calls' })).toBeInTheDocument()
  expect(targets()).toEqual(['/v1/pets?limit=1'])
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect.poll(targets).toEqual(['/v1/pets?limit=3', '/v1/pets?limit=2', '/v1/pets?limit=1'])
})

test('stands still for who reads further down', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  for (let limit = 1; limit <= 60; limit++) await send(store, `/v1/pets?limit=${limit}`)
  panel = openPanel(store, 'bench')
  await expect.poll(() => targets()[0]).toBe('/v1/pets?limit=60')
  const list = document.querySelector('.table-box') ?? document.body
  list.scrollTop = 500
  await expect.poll(() => list.scrollTop).toBe(500)
  const before = targets()
  await send(store, '/v1/pets?limit=99')
  await page.getByRole('button', { name: '1 newer call' }).click()
  await expect.poll(() => targets()[0]).toBe('/v1/pets?limit=99')
  expect(before[0]).toBe('/v1/pets?limit=60')
  expect(list.scrollTop).toBe(0)
})

test('saves the journal as a HAR file, empties it, and sees when somebody else does', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await send(store)
  panel = openPanel(store, 'bench')
  await expect.poll(targets).toEqual(['/v1/pets'])
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  await page.getByRole('button', { name: 'Save as HAR' }).click()
  await expect.poll(() => saved).toEqual(['calls-default.har'])
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.element(page.getByText('Nobody has called yet.')).toBeInTheDocument()
  expect(store.sandbox().journal.total).toBe(0)
  await send(store, '/v1/pets/1')
  await send(store, '/v1/pets/2')
  await expect.poll(targets).toEqual(['/v1/pets/2', '/v1/pets/1'])
  await store.sandbox().reset()
  await expect.element(page.getByText('Nobody has called yet.')).toBeInTheDocument()
  await send(store, '/v1/pets/3')
  await expect.poll(targets).toEqual(['/v1/pets/3'])
})

test('keeps 1,000 calls, a hundred on a page, and says how many came too fast', async () => {
  const store = createAnimalStore({ dataset: 'empty', profile: { enterprise: '1000000/1000000' } })
  await send(store)
  panel = openPanel(store, 'bench')
  await expect.poll(targets).toEqual(['/v1/pets'])
  const frames: FrameRequestCallback[] = []
  const hold = vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame))
  for (let number = 2; number <= 2501; number++) await send(store, `/v1/pets/${number}`)
  hold.mockRestore()
  for (const frame of frames) frame(performance.now())
  await expect.element(page.getByText('1,000 calls', { exact: true })).toBeInTheDocument()
  await expect.poll(() => targets()[0]).toBe('/v1/pets/2501')
  await expect.element(page.getByText('1,500 calls came faster than they could be shown.')).toBeInTheDocument()
  expect(targets().length).toBe(100)
  await page.getByRole('spinbutton', { name: /^Page/ }).fill('10')
  await expect.poll(() => targets().at(-1)).toBe('/v1/pets/1502')
  await send(store, '/v1/pets/2502')
  await page.getByRole('button', { name: '1 newer call' }).click()
  await expect.poll(() => targets()[0]).toBe('/v1/pets/2502')
})

/** A panel whose stream of calls can be broken off, and begun again as the mock would. */
function openBreakable(store: AnimalStore) {
  const tab = tabTransport(store)
  let watcher: Watcher | undefined
  let stop: (() => void) | undefined
  const transport: Transport = {
    ...tab,
    watch(target, given) {
      watcher = given
      stop = tab.watch(target, given)
      return () => stop?.()
    },
  }
  panel = openPanel(store, 'bench', 'default', transport)
  return {
    breakOff() {
      stop?.()
      watcher?.onState('lost')
    },
    resume(query: string) {
      if (watcher !== undefined) stop = tab.watch(`/_mock/sandboxes/default/journal/events${query}`, watcher)
    },
  }
}

test('loses and doubles nothing when the connection breaks off', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await send(store, '/v1/pets/1')
  const connection = openBreakable(store)
  await expect.element(page.getByText('live', { exact: true })).toBeInTheDocument()
  connection.breakOff()
  await expect.element(page.getByText('connection lost, trying again')).toBeInTheDocument()
  await send(store, '/v1/pets/2')
  await send(store, '/v1/pets/3')
  expect(targets()).toEqual(['/v1/pets/1'])
  connection.resume('?after=0')
  await expect.poll(targets).toEqual(['/v1/pets/3', '/v1/pets/2', '/v1/pets/1'])
  await expect.element(page.getByText('live', { exact: true })).toBeInTheDocument()
  await send(store, '/v1/pets/4')
  await expect.poll(targets).toEqual(['/v1/pets/4', '/v1/pets/3', '/v1/pets/2', '/v1/pets/1'])
  await expect.element(page.getByText('4 calls', { exact: true })).toBeInTheDocument()
})

test('shows the journal of the mock that answers again, and nothing of the one before', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await send(store, '/v1/pets/1')
  const connection = openBreakable(store)
  await expect.element(page.getByText('live', { exact: true })).toBeInTheDocument()
  connection.breakOff()
  await store.sandbox().reset()
  for (const id of [5, 6, 7]) await send(store, `/v1/pets/${id}`)
  connection.resume('?after=1')
  await expect.poll(targets).toEqual(['/v1/pets/7', '/v1/pets/6', '/v1/pets/5'])
})

test('shows hostile text as text', async () => {
  const store = createAnimalStore({ dataset: 'empty' })
  await post(store, JSON.stringify({ name: '<img src=x onerror=alert(1)>\u202e\u0007', categoryId: 1 }))
  await send(store, '/v1/pets/<script>alert(1)</script>\u202e')
  panel = openPanel(store, 'bench')
  await expect.poll(targets).toEqual(['/v1/pets/<script>alert(1)</script>⟨U+202E⟩', '/v1/pets'])
  await page.getByRole('row', { name: /createPet/ }).click()
  await expect
    .element(page.getByLabelText('Body of the request', { exact: true }))
    .toHaveTextContent(String.raw`{ "name": "<img src=x onerror=alert(1)>⟨U+202E⟩\u0007", "categoryId": 1 }`)
  expect(panel.element.querySelector('img, script')).toBeNull()
})

test('has no fault that axe knows', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  panel = openPanel(store, 'bench')
  await expect.element(page.getByText('Nobody has called yet.')).toBeInTheDocument()
  await expectAccessible(panel.element)
  await send(store)
  await send(store, '/v1/pets/9')
  await page.getByRole('row', { name: /No animal [79] was found/ }).click()
  await expect.element(page.getByText('Make this a scenario')).toBeInTheDocument()
  await expectAccessible(panel.element)
})
