import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { readJson } from '../../../../spec/index.ts'
import { reportTransport } from '../../../control/client/report-transport.ts'
import { reportTarget } from '../../../control/client/sandbox-path.ts'
import { tabTransport } from '../../../control/client/tab-transport.ts'
import type { MockReport } from '../../../control/report/mock-report.ts'
import { get, testStore } from '../../../testing/test-calls.ts'
import { expectText, openPanel, press, texts } from '../test-panel.ts'

async function openReport(width: number, message: string): Promise<void> {
  await page.viewport(width, 800)
  const store = testStore()
  await store.answer(get('/v1/pets?limit=500'))
  const panel = async () => ({ type: '', body: '' })
  const html = await tabTransport(store, { panel }).read(
    reportTarget('default', { test: 'lists', errors: [{ message }] }),
  )
  const reading = readJson(/class="report">([^<]*)</.exec(html)?.[1] ?? '')
  openPanel('calls', store, 'default', { transport: reportTransport((reading.ok ? reading.value : {}) as MockReport) })
}

test('the page of a failed test tells one story of a choice, and copies no line for an address that its mock had not', async () => {
  await openReport(1280, '400')
  await expectText('Mend the request: limit=500 is refused.')
  await expectText(/status 400: the choice invalid-query=reject decided it$/)
  await press('Copy…')
  expect(texts('.menu button')).toEqual(['Copy as a test'])
})

test.each([390, 820, 1440])(
  'at %i pixels, the page of a failed test opens its call, and nothing in it scrolls',
  async (width) => {
    await openReport(width, `400\n${'a line\n'.repeat(40)}`)
    await expectText(/^Body of the reply/)
    await expectText(/^\d+ more lines$/)
    const inTab = [...document.querySelectorAll('.tab *')]
    const scrolled = inTab.filter(
      (one) => one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY),
    )
    expect(scrolled.map(({ className }) => className)).toEqual([])
    expect(document.querySelector('.tab')?.scrollTop).toBe(0)
    expect(document.querySelector('.calls')?.checkVisibility()).toBe(true)
  },
)
