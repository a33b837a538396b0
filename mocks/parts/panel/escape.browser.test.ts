import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createAnimalStore } from '../../entry.ts'
import { mountPanel } from './mount-panel.ts'
import { press } from './test-panel.ts'

const group = (name: string) => page.getByRole('group', { name })

/** Opens a panel over an app, until the test ends, and in it a call. */
async function openCall(): Promise<void> {
  sessionStorage.clear()
  const store = createAnimalStore({ dataset: 'one' })
  await store.fetch('/v1/pets?limit=500', { headers: { authorization: 'Bearer test_pro' } })
  const panel = mountPanel({ store, isOpen: true })
  onTestFinished(() => panel.remove())
  await page.getByRole('row', { name: /limit=500/ }).click()
}

test('Escape never takes what was written and not sent', async () => {
  await page.viewport(1440, 900)
  await openCall()
  await press('edit reply…')
  const status = page.getByLabelText('Status', { exact: true })
  await status.fill('418')
  await userEvent.keyboard('{Escape}{Escape}')
  await expect.element(page.getByText('What you wrote is not sent yet, so it stays.')).toBeVisible()
  await expect.element(status).toHaveValue('418')
  await press('Play this reply once')
  await expect.element(status).not.toBeInTheDocument()
  await page.getByRole('heading', { name: 'Reply', exact: true }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(group('Call 1')).not.toBeInTheDocument()
})
