import { expect, test } from 'vitest'
import { type MswName, bundlePage } from '../../../scripts/testing/bundle.ts'
import { everyCase } from '../../../scripts/testing/cases.ts'
import { launchBrowser, servePage, workerScript } from '../../../scripts/testing/test-page.ts'

// A page that tests itself: under such a policy a test cannot run code in it.
const source = `
  import { startMock } from '/mocks/parts/browser/index.ts'

  const told = []
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => told.push(violatedDirective + ' ' + blockedURI))
  try {
    const mock = await startMock({ baseUrl: '/v1', dataset: 'one', persist: true, fault: 'error-code-missing' })
    const headers = { authorization: 'Bearer test_pro' }
    const body = '{"name":"Rex","categoryId":9223372036854775807}'
    told.push(await (await fetch('/v1/pets', { method: 'POST', headers, body })).text())
    told.push((await (await fetch('/v1/pets', { headers })).text()).length)
    told.push(await (await fetch('/v1/pets/99', { headers })).text())
    await mock.stop()
  } catch (error) {
    told.push(String(error))
  }
  document.title = JSON.stringify(told)
`

const policy = "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'"

test.each<MswName>(everyCase ? ['msw', 'msw-2.15', 'msw-2.7'] : ['msw'])(
  '%s works where no script may be made of text',
  async (msw) => {
    const scripts = await bundlePage(source, msw)
    await using app = await servePage(scripts, {
      worker: workerScript(msw),
      headers: { 'content-security-policy': policy },
      page: '<!doctype html><title></title><script type="module" src="/page.js"></script>',
    })
    const browser = await launchBrowser()
    try {
      const page = await browser.newPage()
      await page.goto(app.origin)
      await expect.poll(() => page.title(), { timeout: 10_000 }).not.toBe('')
      expect(JSON.parse(await page.title())).toEqual([
        '{"id":2,"name":"Rex","categoryId":9223372036854775807}',
        125,
        '{"message":"The requested resource could not be found.","status":404}',
      ])
    } finally {
      await browser.close()
    }
  },
  60_000,
)

test('no code of the kit makes scripts of text', async () => {
  const scripts = await bundlePage(source)
  expect([...scripts.values()].join('').length).toBeGreaterThan(100_000)
  const made = [...scripts].flatMap(([path, text]) => (/\beval\(|\bFunction\(/.test(text) ? [path] : []))
  expect(made).toEqual([])
})
