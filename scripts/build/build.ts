// Builds dist/: empties it, compiles what is published, brings along the JavaScript that the compiler leaves alone, and
// makes the command line.
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildCommand } from './command-build.ts'
import { buildPanelPage, joinPanelModule } from './panel-builds.ts'
import { prune } from './prune.ts'
import { jsonModule, publishedCode } from './published-code.ts'

process.chdir(fileURLToPath(new URL('../..', import.meta.url)))
rmSync('dist', { recursive: true, force: true })

const tsc = fileURLToPath(import.meta.resolve('typescript/package.json').replace('package.json', 'bin/tsc'))
const { status } = spawnSync(process.execPath, [tsc, '--project', 'scripts/build/tsconfig.build.json'], {
  stdio: 'inherit',
})
if (status !== 0) process.exit(status ?? 1)
for (const file of globSync('dist/**/*.js')) writeFileSync(file, publishedCode(readFileSync(file, 'utf8')))
// Rollup and older webpacks read modules alone.
for (const file of globSync('dist/**/*.json')) {
  writeFileSync(`${file}.js`, jsonModule(readFileSync(file, 'utf8')))
  rmSync(file)
}

for (const file of globSync('spec/made/*.{js,d.ts}')) cpSync(file, join('dist', file))

await buildCommand('dist/scripts')

const panel = 'dist/mocks/parts/panel'
for (const file of globSync('**/*.css', { cwd: 'mocks/parts/panel' }))
  cpSync(join('mocks/parts/panel', file), join(panel, file))
await joinPanelModule(panel)
// The fixture of Playwright reaches the mock as the panel does.
const published = ['mount-panel.js', 'mount-panel.d.ts', 'transport']
for (const name of readdirSync(panel)) if (!published.includes(name)) rmSync(join(panel, name), { recursive: true })
await buildPanelPage('dist/panel')

prune(readFileSync('package.json', 'utf8').match(/\.\/dist\/[^"]+|\bdist\/scripts\/[^"]+/g) ?? [])
