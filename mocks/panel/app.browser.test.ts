import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createAnimalStore } from '../index.ts'
import { type TestPanel, openPanel } from './test-panel.ts'
import { tabTransport } from './transport/tab-transport.ts'
import { PanelError, type Transport } from './transport/transport.ts'

let panel: TestPanel | undefined

afterEach(() => {
  panel?.remove()
  vi.useRealTimers()
})

test.each(['calls', 'interface'])('the Tab key begins at the head of a panel that opens at %s', async (section) => {
  panel = openPanel(createAnimalStore({ dataset: 'one' }), section)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument()
  await userEvent.tab()
  await expect.element(page.getByRole('combobox', { name: 'Sandbox' })).toHaveFocus()
})

test('the section that is open stands in sight in a narrow panel', async () => {
  panel = openPanel(createAnimalStore({ dataset: 'one' }), 'interface')
  await expect.element(page.getByRole('button', { name: 'Interface', exact: true })).toBeInViewport({ ratio: 0.9 })
  await page.getByRole('button', { name: 'Choices', exact: true }).click()
  await page.getByRole('button', { name: 'Calls', exact: true }).click()
  await expect.element(page.getByRole('button', { name: 'Calls', exact: true })).toBeInViewport({ ratio: 0.9 })
})

test('a notice goes after some seconds, and with the section that it belongs to', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  panel = openPanel(createAnimalStore({ dataset: 'one' }), 'clock')
  const notice = page.getByText('The clock stands still.')
  await page.getByRole('button', { name: 'Freeze' }).click()
  await expect.element(notice).toBeInTheDocument()
  await vi.advanceTimersByTimeAsync(8000)
  await expect.element(notice).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Freeze' }).click()
  await expect.element(notice).toBeInTheDocument()
  await page.getByRole('button', { name: 'Conduct', exact: true }).click()
  await expect.element(notice).not.toBeInTheDocument()
})

test('says that the mock has stopped, and changes nothing until it is back', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  const tab = tabTransport(store)
  let isStopped = false
  const send: Transport['send'] = (request) =>
    isStopped ? Promise.reject(new PanelError('No answer came.')) : tab.send(request)
  panel = openPanel(store, 'clock', 'default', { ...tab, send })
  const freeze = page.getByRole('button', { name: 'Freeze' })
  await freeze.click()
  await expect.element(page.getByText('The clock stands still.')).toBeInTheDocument()
  isStopped = true
  await expect.element(page.getByRole('alert')).toBeInTheDocument()
  await expect.element(freeze).toBeDisabled()
  await expect.element(page.getByText('The clock stands still.')).not.toBeInTheDocument()
  isStopped = false
  await expect.element(freeze).toBeEnabled()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})
