import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { operationIds, petStatuses } from '../../../../spec/index.ts'
import { createAnimalStore } from '../../../entry.ts'
import { expectText, line, openPanel, press, texts } from '../test-panel.ts'
import { tabTransport } from '../../../control/client/tab-transport.ts'

beforeEach(() => page.viewport(1280, 800))

const outcome = () => texts('.composer .call-body h2').join()
const send = () => opened().getByRole('button', { name: 'Send' }).click()
const opened = () => page.getByRole('form', { name: /^Send / })
const reply = () => page.getByLabelText('Body of the reply', { exact: true })

async function openOperation(name: string): Promise<void> {
  await press(new RegExp(`^${name}`))
  await expect.element(page.getByRole('form', { name: `Send ${name}` })).toBeInTheDocument()
}

test('leads to the document, and says of every operation what the interface says', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  openPanel('interface', store, 'default', { transport: { ...tabTransport(store), isServer: true } })
  const link = page.getByRole('link', { name: 'OpenAPI document' })
  await expect.element(link).toHaveAttribute('href', 'http://127.0.0.1:4010/openapi.json')
  const shown = page.getByRole('group', { name: 'Operations' }).getByRole('button').elements()
  expect(shown.map(({ textContent }) => textContent.split(' ')[0])).toEqual(operationIds)
  await press(/^getPet.*deprecated$/)
  const said = page.getByRole('group', { name: 'What is documented of getPet' })
  await expect
    .element(said)
    .toMatchTextContent(
      /section 4\.3.*2030-12-05.*200 Pet.*404 Error.*429 no body is stated \(section 8\); the mock sends an Error/,
    )
  await expect.element(said).toMatchTextContent(/A petId that no animal has answers 404\..*malformed-id=not-found/)
  await press('malformed-id=not-found')
  await expect.element(page.getByLabelText('Search the others')).toHaveFocus()
  await expect.poll(() => texts('.scroller .tile strong')).toEqual(['malformed-id=reject'])
})

test('tries an operation out, with the line for a shell, every digit, and the reply in sight on a phone', async () => {
  await page.viewport(390, 844)
  const store = createAnimalStore({ dataset: 'empty' })
  openPanel('interface', store)
  await openOperation('createPet')
  const body = '{"name":"Atlas","categoryId":9007199254740995,"status":"available"}'
  await opened().getByLabelText('Body, NewPet').fill(body)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expectText('Call 1: 201.')
  await expect.poll(outcome).toBe('201')
  await expect
    .element(reply())
    .toHaveTextContent('{ "id": 1, "name": "Atlas", "categoryId": 9007199254740995, "status": "available" }')
  expect(document.querySelector('.call-body [aria-label="Body of the reply"] [style*=warn]')?.textContent).toBe('1')
  await expect.element(reply()).toBeInViewport({ ratio: 0.9 })
  const animal = await (await store.sandbox().animals).get(1)
  expect(animal).toMatchObject({ categoryId: 9007199254740995n })
  expect(line()).toContain(`curl -i -X POST -H "authorization: Bearer test_pro" -H "content-type: application/json"`)
})

test('sends what the document does not allow, as it was typed', async () => {
  openPanel('interface')
  await openOperation('listPets')
  const limit = opened().getByLabelText('limit, in the query')
  await limit.fill('101 [ü]')
  await expect.poll(line).toMatch(/"http:\/\/127\.0\.0\.1:4010\/v1\/pets\?limit=101\+%5B%C3%BC%5D"$/)
  await userEvent.keyboard('{Enter}')
  await expect.poll(outcome).toBe('400')
  await expectText(/names no reply with the status 400/)
  await openOperation('createPet')
  await opened().getByLabelText('Body, NewPet').fill('{"name":')
  await openOperation('listPets')
  await openOperation('createPet')
  await expectText('This is not valid JSON. It is sent anyway.')
  await send()
  await expectText('Call 2: 400.')
  await expect.poll(outcome).toBe('400')
  await opened().getByLabelText('Further headers').fill('prefer: code=404\n{"name": "Rex",')
  await expectText(/“{"name": "Rex",” is no header/)
  await expect.element(opened().getByRole('button', { name: 'Send' })).toBeDisabled()
  await opened().getByLabelText('Further headers').fill('content-type: text/plain')
  await expect.poll(line).toContain(`-H "content-type: text/plain"`)
})

test('calls with any key of the sandbox, none, or another one that no line shows', async () => {
  const store = createAnimalStore({ dataset: 'one', keys: { 'shop-secret-key': { plan: 'free', sandbox: 'shop' } } })
  store.sandbox('shop')
  openPanel('interface', store, 'shop')
  await openOperation('listPets')
  await opened().getByLabelText('Key', { exact: true }).selectOptions('test_revoked.shop')
  await send()
  await expect.poll(outcome).toBe('401')
  await expect.poll(line).toContain('Bearer test_revoked.shop')
  await opened().getByLabelText('Key', { exact: true }).selectOptions('no key')
  await expect.poll(line).toBe('curl -i http://127.0.0.1:4010/v1/pets')
  await opened().getByLabelText('Further headers').fill('Authorization: Bearer shop-secret-key')
  await send()
  await expect.poll(outcome).toBe('200')
  await expect.poll(line).toBe('curl -i -H "authorization: Bearer ${API_KEY}" http://127.0.0.1:4010/v1/pets')
  expect(store.sandbox('shop').journal.entries().at(-1)).toMatchObject({ status: 200, plan: 'free' })
})

test('a reply that is held can be released where it is waited for, and stays while another operation is looked at', async () => {
  const { store } = openPanel('interface')
  store.sandbox().play('hold', { calls: 1 })
  await send()
  await press(/^Release call 1$/)
  await expect.poll(outcome, { timeout: 10_000 }).toBe('200')
  await expect.element(reply()).toBeInViewport({ ratio: 0.9 })
  await openOperation('getPet')
  await openOperation('listPets')
  await expect.poll(outcome).toBe('200')
})

test('asks for scenarios and examples, and for no reply at all', async () => {
  openPanel('interface')
  await openOperation('getPet')
  const sendWith = async (header: string) => {
    await opened().getByLabelText('Further headers').fill(header)
    await send()
  }
  await sendWith('prefer: example=int64')
  await expect.poll(() => reply().query()?.textContent).toContain('"id": 9007199254740993,')
  await sendWith('prefer: scenario=reset')
  await expect.poll(outcome).toBe('cut')
  await sendWith('prefer: scenario=hang')
  await expect.poll(outcome).toBe('none')
  await sendWith('prefer: code=404')
  await expect.poll(outcome).toBe('404')
  // Why, and the way to the call.
  await expectText('getPet: no animal 1')
  await press('Open as call #4')
  await expect.element(page.getByRole('group', { name: 'Call 4' })).toBeVisible()
})

test('begins with a call that came, as it was sent, to be edited and sent again', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  const headers = { authorization: 'Bearer test_free', 'x-trace': '17' }
  await store.answer({ method: 'GET', target: '/v1/pets?limit=500&status=gone', headers })
  openPanel('calls', store)
  await page.getByRole('row', { name: /limit=500/ }).click()
  await press('Copy, send…')
  await press('Edit and send…')
  await expect.element(opened().getByLabelText('limit, in the query')).toHaveValue('500')
  const status = opened().getByRole('combobox', { name: 'status, in the query' })
  await expect
    .poll(() => [...status.element().children].map(({ textContent }) => textContent))
    .toEqual(['any', ...petStatuses, 'gone'])
  await status.selectOptions('sold')
  await expect.element(opened().getByLabelText('Key', { exact: true })).toHaveValue('test_free')
  await expect.element(opened().getByLabelText('Further headers')).toHaveValue('x-trace: 17')
  await opened().getByLabelText('limit, in the query').fill('5')
  await send()
  await expect.poll(outcome).toBe('200')
  expect(store.sandbox().journal.entries().at(-1)?.target).toBe('/v1/pets?limit=5&status=sold')
})
