import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Builds an app with the lines of the README: for development the mock and its panel are in it, and for production nothing
 * of them. What it shows in a tab is tried in mocks/parts/vite.
 * @param user a folder in whose node_modules the packed package, msw and vite are
 * @returns what does not hold
 */
export function problemsOfApp(user: string): string[] {
  const app = join(user, 'app')
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const lines = /^```js\n(if \(import\.meta\.env\.DEV\)[^]*?)^```$/m.exec(readme)?.[1]
  if (lines === undefined) throw new Error('The README has no lines for a tab any more.')
  const files = {
    'index.html':
      '<!doctype html><html lang="en"><title>App</title><script type="module" src="/main.js"></script></html>',
    'main.js': `${lines}\nawait fetch('https://api.example.com/v1/pets')\n`,
    'vite.config.js': `import { animalStore } from 'animal-store-kit/vite'
export default { plugins: [animalStore()], build: { target: 'esnext' } }
`,
  }
  mkdirSync(app)
  for (const [file, text] of Object.entries(files)) writeFileSync(join(app, file), text)
  return ['development', 'production'].flatMap((mode) => {
    const args = [join(user, 'node_modules/vite/bin/vite.js'), 'build', '--mode', mode, '--logLevel', 'error']
    const env = { ...process.env, NODE_ENV: mode }
    const { status } = spawnSync(process.execPath, args, { cwd: app, env, stdio: 'inherit' })
    if (status !== 0) return [`a build for ${mode} ended with code ${status}`]
    const built = globSync('dist/**/*.{js,css,html}', { cwd: app }).map((file) => readFileSync(join(app, file), 'utf8'))
    const hasMock = /mockServiceWorker|X-RateLimit|animal-store/i.test(built.join('\n'))
    return hasMock === (mode === 'development') ? [] : [`a build for ${mode} has ${hasMock ? 'a' : 'no'} mock in it`]
  })
}
