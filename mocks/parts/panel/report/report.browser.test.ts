import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { readJson } from '../../../../spec/index.ts'
import { reportTransport } from '../../../control/client/report-transport.ts'
import { reportTarget } from '../../../control/client/sandbox-path.ts'
import { tabTransport } from '../../../control/client/tab-transport.ts'
import type { MockReport } from '../../../control/report/mock-report.ts'
import type { Call } from '../../../entry.ts'
import { get, post, testStore } from '../../../testing/test-calls.ts'
import { eventually, expectText, openPanel, press, texts } from '../test-panel.ts'

async function openReport(
  width: number,
  message: string,
  store = testStore(),
  call: Call = get('/v1/pets?limit=500'),
): Promise<void> {
  await page.viewport(width, 800)
  await store.answer(call)
  const panel = async () => ({ type: '', body: '' })
  const html = await tabTransport(store, { panel }).read(
    reportTarget('default', { test: 'lists', errors: [{ message }] }),
  )
  const reading = readJson(/class="report">([^<]*)</.exec(html)?.[1] ?? '')
  openPanel('calls', store, 'default', { transport: reportTransport((reading.ok ? reading.value : {}) as MockReport) })
}

test('the page of a failed test tells one story of a choice, and copies no line for an address that its mock had not', async () => {
  await openReport(1280, '400')
  await expectText('Mend the request: limit=500 is refused. It must be one integer from 1 to 100.')
  await expectText(/status 400: the choice invalid-query=reject decided it$/)
  await press('Copy…')
  expect(texts('.menu button')).toEqual(['Copy as a test'])
})

test('the page of a failed test marks what was received, and says once of an operation that it is deprecated', async () => {
  const store = testStore()
  for (const name of ['Ann', 'Bo']) await store.answer(post({ name, categoryId: 1 }))
  await store.answer(get('/v1/pets/5'))
  await openReport(1280, '+   "name": "Bo",', store, get('/v1/pets/4'))
  await expectText('3 before, 5 after; added by the calls 1, 2')
  await eventually(() => texts('.call-view mark')).toEqual(['  "name": "Bo",'])
  expect(texts('.calls .mark ~ .visually-hidden')).toEqual([', finding deprecated-operation'])
})

test('the page of a failed test names all that was forced, and where its calls went', async () => {
  const store = testStore({ latencyMilliseconds: 2000, profile: { paging: 'link' } })
  await openReport(1280, 'expected false to be true', store, get('/v1/pets', 'test_pro.checkout'))
  await expectText('No call came. 1 call went to the sandbox checkout.')
  await expectText('Look at the page of the sandbox checkout.')
  await expectText(/^throttle 2 s, clock frozen · 2027-01-01 00:00:10, paging: link$/)
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
