import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type AnimalStore, createAnimalStore } from '../../index.ts'
import { type TestPanel, expectAccessible, openPanel } from '../test-panel.ts'

let panel: TestPanel | undefined

afterEach(() => panel?.remove())

const send = (store: AnimalStore, target: string) =>
  store.answer({ method: 'GET', target, headers: { authorization: 'Bearer test_pro' } })

test('says what it watches before the first call, and which line does the same', async () => {
  panel = openPanel(createAnimalStore({ dataset: 'one' }), 'conduct')
  await expect.element(page.getByText('No call yet')).toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: 'What is watched' })).toBeInTheDocument()
  await expect.element(page.getByText('Send a limit from 1 to 100.')).toBeInTheDocument()
  expect(panel.line()).toBe('curl http://127.0.0.1:4010/_mock/sandboxes/default/conduct')
})

test('shows a broken rule as its call comes, how to mend it, and the call', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await send(store, '/v1/pets')
  panel = openPanel(store, 'conduct')
  await expect.element(page.getByText('1 call judged')).toBeInTheDocument()
  await send(store, '/v1/pets?limit=500')
  const finding = page.getByRole('group', { name: 'limit-outside' })
  await expect
    .poll(() => finding.element().textContent)
    .toMatch(/4\.1\/limit-outside.*limit=500Call 2.*To mend it: Ask for at most 100/)
  await expect.element(page.getByText('1 error', { exact: true })).toBeInTheDocument()
  await expectAccessible(panel.element)
  await finding.getByRole('button', { name: 'Call 2' }).click()
  await expect.element(page.getByRole('heading', { name: /limit=500/ })).toHaveFocus()
})
