// `npm start`: builds the panel if its sources changed, and serves the mock.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const panel = fileURLToPath(new URL('build/build-panel.ts', import.meta.url))
const { status } = spawnSync(process.execPath, [panel, '--if-needed'], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
process.argv.splice(2, 0, 'mock')
await import('./animal-store.ts')
