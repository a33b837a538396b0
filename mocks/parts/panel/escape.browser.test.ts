import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createAnimalStore } from '../../entry.ts'
import { mountPanel } from './mount-panel.ts'
import { press } from './test-panel.ts'

test('what was written and not sent is there again after Escape, and after the page was loaded anew', async () => {
  await page.viewport(1440, 900)
  sessionStorage.clear()
  const store = createAnimalStore({ dataset: 'one' })
  await store.fetch('/v1/pets?limit=500', { headers: { authorization: 'Bearer test_pro' } })
  // A second panel takes the place of the first, as that of a page that was loaded anew.
  const mount = () => mountPanel({ store, isOpen: true })
  mount()
  onTestFinished(() => {
    mountPanel({ store }).remove()
    sessionStorage.clear()
  })
  const status = page.getByLabelText('Status', { exact: true })
  const open = () => page.getByRole('row', { name: /limit=500/ }).click()
  await open()
  await press('edit reply…')
  await status.fill('418')
  await userEvent.keyboard('{Escape}')
  await expect.element(status).not.toBeInTheDocument()
  await open()
  await expect.element(status).toHaveValue('418')
  mount()
  await expect.element(status).toHaveValue('418')
  await press('Play this reply once')
  await expect.element(status).not.toBeInTheDocument()
  await press('Interface')
  const limit = page.getByLabelText('limit, in the query')
  await limit.fill('7')
  mount()
  await expect.element(limit).toHaveValue('7')
})
