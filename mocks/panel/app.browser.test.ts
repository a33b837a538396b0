import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createAnimalStore } from '../index.ts'
import { type TestPanel, openPanel } from './test-panel.ts'

let panel: TestPanel | undefined

afterEach(() => panel?.remove())

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
