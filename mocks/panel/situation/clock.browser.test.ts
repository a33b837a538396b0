import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createAnimalStore } from '../../index.ts'
import { type TestPanel, expectAccessible, openPanel } from '../test-panel.ts'

let panel: TestPanel | undefined

afterEach(() => panel?.remove())

test('freezes the clock of the sandbox, steps it, and goes back to real time', async () => {
  const store = createAnimalStore({ dataset: 'one', realNow: () => Date.UTC(2026, 10, 21, 12) })
  panel = openPanel(store, 'clock')
  await page.getByRole('button', { name: 'Freeze' }).click()
  await expect.element(page.getByText('The clock stands still.')).toBeInTheDocument()
  await page.getByRole('button', { name: 'Move the clock: + 1 minute' }).click()
  await expect.element(page.getByText('The clock was moved: + 1 minute.')).toBeInTheDocument()
  expect(store.sandbox().clock.now()).toBe(Date.UTC(2026, 10, 21, 12, 1))
  expect(panel.line()).toBe(
    `curl -X POST -H "Content-Type: application/json" --data-raw '{"seconds":60}' http://127.0.0.1:4010/_mock/sandboxes/default/clock/advance`,
  )
  await page.getByRole('button', { name: 'Back to now' }).click()
  await expect.poll(() => store.sandbox().clock.now()).toBe(Date.UTC(2026, 10, 21, 12))
})

test('jumps to the removal of getPet and to an instant of one’s own', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  panel = openPanel(store, 'clock')
  await page.getByRole('button', { name: '5 December 2030' }).click()
  await expect.poll(() => store.sandbox().clock.now()).toBe(Date.UTC(2030, 11, 5))
  await page.getByLabelText('Instant, in UTC').fill('2031-02-03T04:05:06')
  await page.getByRole('button', { name: 'Jump' }).click()
  await expect.poll(() => store.sandbox().clock.now()).toBe(Date.UTC(2031, 1, 3, 4, 5, 6))
})

test('has no fault that axe knows', async () => {
  panel = openPanel(createAnimalStore({ dataset: 'one' }), 'clock')
  await expect.element(page.getByRole('heading', { name: 'Jump' })).toBeInTheDocument()
  await expectAccessible(panel.element)
})
