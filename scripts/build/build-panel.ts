// Builds the panel's own page into dist/panel/. With --if-needed, as in `npm start`, it does nothing if the page is newer
// than its sources.
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = join(root, 'dist/panel')

if (!process.argv.includes('--if-needed') || isOlder(join(page, 'index.html'))) {
  const { buildPanelPage } = await import('./panel-builds.ts')
  if (process.argv.includes('--if-needed')) console.error('Building the panel, because its sources changed.')
  await buildPanelPage(page)
}

/** Whether a file is absent, or older than the sources of the panel and what they import. */
function isOlder(file: string): boolean {
  const builtAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const patterns = ['{mocks,spec,fixtures}/**/*.{ts,tsx,css,html,js,json,yaml}', 'scripts/build/panel-builds.ts']
  const sources = globSync(patterns, { cwd: root })
  return sources.some((source) => statSync(join(root, source)).mtimeMs > builtAt)
}
