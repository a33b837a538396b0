import { afterEach, expect, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { createAnimalStore } from '../../../index.ts'
import { type TestPanel, expectAccessible, openPanel } from '../../test-panel.ts'
import { tabTransport } from '../../transport/tab-transport.ts'

let panel: TestPanel | undefined

afterEach(() => panel?.remove())

const main = () => document.querySelector('main')?.textContent ?? ''
const outcome = () => document.querySelector('.try-outcome [role="status"]')?.textContent
const reply = () => page.getByLabelText('Body of the reply', { exact: true })

function openView(name: string) {
  return page
    .getByRole('group', { name: 'Parts of the interface' })
    .getByRole('button', { name: new RegExp(name) })
    .click()
}

test('shows what the document says of the interface as a whole', async () => {
  panel = openPanel(createAnimalStore({ dataset: 'one' }), 'interface')
  await expect.element(page.getByRole('heading', { name: 'Plans and their limits' })).toBeInTheDocument()
  expect(main()).toContain('Every operation needs an API key, sent as a bearer token')
  expect(main()).toContain('Business1,000 requests a minute100,000 a day')
  expect(main()).toContain('How many requests the current window still allows.')
  await openView('Schemas')
  await expect.element(page.getByRole('heading', { name: 'NewPet' })).toBeInTheDocument()
  expect(main()).toContain('The category that the animal belongs to. integer (int64)')
  expect(main()).toContain('one of available, pending, sold')
})

test('shows what the document says of an operation, its deprecation included', async () => {
  panel = openPanel(createAnimalStore({ dataset: 'one' }), 'interface')
  await openView('getPet')
  await expect.element(page.getByRole('heading', { name: 'Get an animal' })).toBeInTheDocument()
  expect(main()).toContain('To be removed on 5 December 2030. Use listPets instead.')
  expect(main()).toContain('petId in the path requiredThe identifier of the animal. integer (int64)')
  expect(main()).toContain('404 No animal has this identifier.')
  await page.getByRole('button', { name: 'listPets' }).last().click()
  await expect.element(page.getByRole('heading', { name: 'List animals' })).toBeInTheDocument()
  expect(main()).toContain('How many animals may come back at most. integer from 1 to 100 Default: 20.')
})

test('tries an operation out, with the line for a shell, the rate limit explained, and every digit', async () => {
  const store = createAnimalStore({ dataset: 'empty' })
  panel = openPanel(store, 'interface')
  await openView('createPet')
  await page.getByLabelText('Example').selectOptions('A category that a double cannot hold')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(outcome).toMatch(/^Answered with 201in [\d.]+ ms$/)
  await expect
    .element(reply())
    .toHaveTextContent('{ "id": 1, "name": "Atlas", "categoryId": 9007199254740995, "status": "available" }')
  expect(main()).toContain('x-ratelimit-remaining299requests left in it (section 8)')
  expect(main()).toMatch(
    /x-ratelimit-reset\d+it is full again in \d+ s, at \d{4}-\d\d-\d\d \d\d:\d\d:00 UTC \(section 8\)/,
  )
  const animal = await (await store.sandbox().animals).get(1)
  expect(animal).toMatchObject({ categoryId: 9007199254740995n })
  const line = page.getByLabelText('The line of this call').element().textContent
  expect(line).toContain(`curl -i -X POST -H 'authorization: Bearer test_pro' -H 'content-type: application/json'`)
  expect(panel.line()).toBe(line)
})

test('warns of what the document does not allow, and sends it anyway', async () => {
  panel = openPanel(createAnimalStore({ dataset: 'one' }), 'interface')
  await openView('listPets')
  const limit = page.getByLabelText('limit, in the query, optional')
  await limit.fill('101')
  await expect.element(page.getByText('limit must be at most 100. It is sent anyway.')).toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.poll(outcome).toMatch(/^Answered with 400/)
  await limit.fill('ten')
  await expect.element(page.getByText('limit must be an integer. It is sent anyway.')).toBeInTheDocument()
  await limit.fill('')
  await page.getByLabelText('status, in the query, optional').fill('eaten')
  await expect
    .element(page.getByText('status must be one of available, pending, sold. It is sent anyway.'))
    .toBeInTheDocument()
  await page.getByLabelText('Further query').fill('a=1&b=[ü]')
  expect(page.getByLabelText('The line of this call').element().textContent).toMatch(
    /'http:\/\/127\.0\.0\.1:4010\/v1\/pets\?status=eaten&a=1&b=\[%C3%BC\]'$/,
  )
  await openView('createPet')
  await page.getByLabelText('Body, NewPet').fill('{"name":7}')
  await expect.element(page.getByText('categoryId is missing. It is sent anyway.')).toBeInTheDocument()
  await page.getByLabelText('Body, NewPet').fill('{"name":"Rex","categoryId":9223372036854775808}')
  await expect.element(page.getByText('categoryId does not fit into 64 bits. It is sent anyway.')).toBeInTheDocument()
  await page.getByLabelText('Body, NewPet').fill('{"name":')
  await expect.element(page.getByText('This is not valid JSON. It is sent anyway.')).toBeInTheDocument()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(outcome).toMatch(/^Answered with 400/)
})

test('calls with any key of the sandbox, none, or another one that no line shows', async () => {
  const store = createAnimalStore({ dataset: 'one', keys: { 'shop-secret-key': { plan: 'free', sandbox: 'shop' } } })
  store.sandbox('shop')
  panel = openPanel(store, 'interface', 'shop')
  await openView('listPets')
  const line = () => page.getByLabelText('The line of this call').element().textContent
  const send = page.getByRole('button', { name: 'Send' })
  await page.getByLabelText('Key', { exact: true }).selectOptions('test_revoked.shop')
  await send.click()
  await expect.poll(outcome).toMatch(/^Answered with 401/)
  expect(line()).toContain('Bearer test_revoked.shop')
  await page.getByLabelText('Key', { exact: true }).selectOptions('no key')
  expect(line()).toBe('curl -i http://127.0.0.1:4010/v1/pets')
  await page.getByLabelText('Key', { exact: true }).selectOptions('another …')
  await page.getByLabelText('The other key').fill('shop-secret-key')
  await send.click()
  await expect.poll(outcome).toMatch(/^Answered with 200/)
  expect(line()).toBe('curl -i -H "authorization: Bearer ${API_KEY}" http://127.0.0.1:4010/v1/pets')
  expect(store.sandbox('shop').journal.entries().at(-1)).toMatchObject({ status: 200, plan: 'free' })
})

test('asks for scenarios and examples, and for no reply at all', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  panel = openPanel(store, 'interface')
  await openView('getPet')
  const send = page.getByRole('button', { name: 'Send' })
  const prefer = page.getByLabelText('Prefer', { exact: true })
  await prefer.selectOptions('example=int64')
  await send.click()
  await expect.poll(() => reply().query()?.textContent).toContain('"id": 9007199254740993,')
  await prefer.selectOptions('scenario=reset')
  await send.click()
  await expect.poll(outcome).toMatch(/^The connection was cut before a reply came\. \(after /)
  await prefer.selectOptions('scenario=hang')
  await send.click()
  await page.getByRole('button', { name: 'Stop waiting' }).click()
  await expect.poll(outcome).toBe('You stopped waiting for this reply.')
  await prefer.selectOptions('another …')
  await page.getByLabelText('The Prefer header').fill('code=404')
  await send.click()
  await expect.poll(outcome).toMatch(/^Answered with 404/)
})

test('shows a hostile reply as text', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  const transport = {
    ...tabTransport(store),
    call: () =>
      Promise.resolve({
        status: 200,
        headers: [['x-evil', '<script>\u202e']] as const,
        body: '<img src=x onerror=alert(1)>\u202e',
      }),
  }
  panel = openPanel(store, 'interface', 'default', transport)
  await openView('listPets')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.element(reply()).toHaveTextContent('<img src=x onerror=alert(1)>⟨U+202E⟩')
  expect(main()).toContain('x-evil<script>⟨U+202E⟩')
  expect(panel.element.querySelector('img, script')).toBeNull()
})

test.each(['light', 'dark'])('has no fault that axe knows, %s', async (scheme) => {
  await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] })
  panel = openPanel(createAnimalStore({ dataset: 'one' }), 'interface')
  await expect.element(page.getByRole('heading', { name: 'Plans and their limits' })).toBeInTheDocument()
  await expectAccessible(panel.element)
  await openView('Schemas')
  await expect.element(page.getByRole('heading', { name: 'NewPet' })).toBeInTheDocument()
  await expectAccessible(panel.element)
  await openView('createPet')
  await page.getByLabelText('Body, NewPet').fill('{')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(outcome).toMatch(/^Answered with 400/)
  for (const details of document.querySelectorAll('details')) details.open = true
  await expectAccessible(panel.element)
  await openView('getPet')
  await expect.element(page.getByRole('heading', { name: 'Get an animal' })).toBeInTheDocument()
  await expectAccessible(panel.element)
  await cdp().send('Emulation.setEmulatedMedia', { features: [] })
})
