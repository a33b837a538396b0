import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createControl } from '../../mocks/control/index.ts'
import { readPanelFiles, startServer } from '../../mocks/http/index.ts'
import { createAnimalStore } from '../../mocks/entry.ts'
import { serveStorefront } from '../storefront/serve-storefront.ts'
import { type OtherBrowser, otherBrowsers } from '../testing/other-browsers.ts'
import { builtOnce } from './built-once.ts'
import { buildPanelPage } from './panel-builds.ts'

// CI installs them; elsewhere Debian's packages firefox-esr, webkit2gtk-driver and xvfb bring them.
const mustRun = process.env['CI'] === 'true' && process.getuid?.() === 0 && existsSync('/etc/debian_version')

let folder: string
let shop: Awaited<ReturnType<typeof serveStorefront>>
// Only where there is such a browser.
beforeAll(async () => {
  ;[shop, folder] = await Promise.all([serveStorefront(), builtOnce('panel', buildPanelPage)])
}, 60_000)
afterAll(() => shop.close())

const open = 'document.querySelector("animal-store-panel").shadowRoot'
const textOf = (of: string) => `${of}.textContent`
const press = (name: string, of = 'document') =>
  `[...${of}.querySelectorAll('button, label')].find((it) => (it.ariaLabel ?? it.textContent).trim() === '${name}').click()`

test.runIf(mustRun)('CI has every browser', () => {
  expect(Object.entries(otherBrowsers).flatMap(([name, start]) => (start === undefined ? [name] : []))).toEqual([])
})

describe.each(Object.entries(otherBrowsers))('%s', (_name, start) => {
  describe.skipIf(start === undefined)('where it is installed', { timeout: 60_000 }, () => {
    let browser: OtherBrowser
    beforeAll(async () => {
      if (start !== undefined) browser = await start()
    }, 60_000)
    afterAll(() => browser[Symbol.asyncDispose]())

    function shows(what: string): ReturnType<typeof expect.poll<unknown>> {
      return expect.poll(() => browser.evaluate(what).catch(String), { timeout: 20_000 })
    }

    test('shows every section of the panel, follows calls, and sets a switch', async () => {
      const store = createAnimalStore()
      const server = await startServer({
        store,
        port: 0,
        control: createControl(store),
        panel: readPanelFiles(folder),
      })
      onTestFinished(server.close)
      await browser.open(server.url)
      await shows(textOf('document.querySelector(".tabs")')).toContain('Situation')
      await store.answer({ method: 'GET', target: '/v1/pets/4711', headers: { authorization: 'Bearer test_pro' } })
      await shows(textOf('document.querySelector(".tab")')).toContain('/v1/pets/4711')
      const sections = await browser.evaluate<string[]>(
        `[...document.querySelectorAll('.tabs button')].map((tab) => tab.ariaLabel ?? tab.textContent)`,
      )
      expect(sections.length).toBeGreaterThanOrEqual(5)
      const shown = 'document.querySelector(".tab:not([hidden])")'
      for (const [at, section] of sections.entries()) {
        await browser.evaluate(`document.querySelectorAll('.tabs button')[${at}].click()`)
        await shows(
          `[...document.querySelectorAll('.tabs button')].findIndex((tab) => tab.ariaCurrent === 'page')`,
        ).toBe(at)
        await shows(`${shown}?.querySelector('h1')?.textContent`).toMatch(/./)
        const beyond = `[document.scrollingElement, ${shown}].map((it) => it.scrollWidth - it.clientWidth)`
        expect({ section, beyond: await browser.evaluate(beyond) }).toEqual({ section, beyond: [0, 0] })
      }
      await browser.evaluate(`document.querySelectorAll('.tabs button')[1].click()`)
      await shows(press('Freeze')).toBe(null)
      await expect.poll(() => store.sandbox().clock.state.mode).toBe('frozen')
    })

    test('runs the shop against the mock in its tab, with the panel beside it', async () => {
      await browser.open(shop.url)
      await shows('document.querySelectorAll(".card").length').toBe(20)
      await browser.evaluate(`mock.store.sandbox().play('rate-limited', { calls: 1 })`)
      await browser.evaluate(`document.querySelectorAll('.toolbar input[type=radio], input[type=radio]')[1].click()`)
      await shows(textOf('document.body')).toMatch(/Next try in \d+ s/)
      await shows(textOf(open)).toContain('429')
      await shows(`mock.store.sandbox().journal.records().map(({ reply }) => reply.status)`).toEqual([200, 429])
    })
  })
})
