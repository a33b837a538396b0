import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vite'
import { launchBrowser } from '../testing/test-page.ts'

/**
 * Does what a user does with the lines of the README: an app of Vite's that shows animals with no server, and a production
 * build that has nothing of the mock in it.
 * @param user a folder in whose node_modules the packed package, msw and vite are
 * @returns what does not hold
 */
export async function problemsOfApp(user: string): Promise<string[]> {
  const app = join(user, 'app')
  writeApp(app)
  // In a process of its own: it sets NODE_ENV to production.
  const vite = join(user, 'node_modules/vite/bin/vite.js')
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd: app, stdio: 'inherit' })
  if (status !== 0) return [`a production build ended with code ${status}`]
  const shipped = globSync('dist/**/*.{js,css,html}', { cwd: app }).map((file) => readFileSync(join(app, file), 'utf8'))
  const left = /mockServiceWorker|X-RateLimit|animal-store/i.exec(shipped.join('\n'))
  const problems = left === null ? [] : [`a production build has "${left[0]}" in it`]

  const served = { port: 0, host: '127.0.0.1', fs: { strict: false } }
  const server = await createServer({ root: app, logLevel: 'error', server: served })
  await server.listen()
  await using browser = await launchBrowser()
  const page = await browser.newPage()
  page.on('pageerror', (error) => problems.push(error.message))
  try {
    await page.goto(server.resolvedUrls?.local[0] ?? '')
    await page.locator('li').first().waitFor({ timeout: 60_000 })
    const names = await page.locator('li').allTextContents()
    if (names.length !== 20 || names[0] !== 'Bella the Dachshund') problems.push(`it showed ${names.join(', ')}`)
    await page.getByRole('button', { name: 'Open the panel of the mock' }).click()
    await page.getByText('/v1/pets').first().waitFor({ timeout: 20_000 })
  } catch (error) {
    problems.push((error as Error).message)
  } finally {
    await server.close()
  }
  return problems
}

/** The app: the lines of the README, and a list. */
function writeApp(app: string): void {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const lines = /^```js\n(if \(import\.meta\.env\.DEV\)[^]*?)^```$/m.exec(readme)?.[1]
  if (lines === undefined) throw new Error('The README has no lines for a tab any more.')
  mkdirSync(app, { recursive: true })
  writeFileSync(
    join(app, 'index.html'),
    '<!doctype html><html lang="en"><title>App</title><ul></ul><script type="module" src="/main.js"></script></html>',
  )
  writeFileSync(
    join(app, 'main.js'),
    `${lines}
const response = await fetch('https://api.example.com/v1/pets', { headers: { authorization: 'Bearer test_pro' } })
const items = (await response.json()).map(({ name }) => Object.assign(document.createElement('li'), { textContent: name }))
document.querySelector('ul').append(...items)
`,
  )
  const config = `import { animalStore } from 'animal-store-kit/vite'
export default { plugins: [animalStore()], build: { target: 'esnext' } }
`
  writeFileSync(join(app, 'vite.config.js'), config)
}
