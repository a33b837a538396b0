// Builds dist/: empties it, compiles what is published, brings along the JavaScript that the compiler leaves alone, and
// makes the command line.
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { buildPanelPage, joinPanelModule } from './panel-builds.ts'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
rmSync('dist', { recursive: true, force: true })

const tsc = fileURLToPath(import.meta.resolve('typescript/package.json').replace('package.json', 'bin/tsc'))
const { status } = spawnSync(process.execPath, [tsc, '--project', 'scripts/tsconfig.build.json'], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)

for (const file of globSync('spec/made/*.{js,d.ts}')) cpSync(file, join('dist', file))

// What the start shares with commands that are loaded later goes into one file, not into one for each module. What
// generates animals stays apart: it has all the words.
const sharedByCommands = /[\\/](?:spec|mocks|scripts|fixtures(?![\\/](?:generate-pets|words|made)))[\\/]/

// In few files, because loading a hundred takes longer than all the rest of a start: spec/decisions/0031-cold-start.md.
await build({
  configFile: false,
  logLevel: 'warn',
  build: {
    ssr: 'scripts/animal-store.ts',
    outDir: 'dist/scripts',
    target: 'node22',
    minify: false,
    rolldownOptions: {
      output: {
        chunkFileNames: 'animal-store/[name].js',
        codeSplitting: { groups: [{ name: 'shared', test: sharedByCommands, minShareCount: 2 }] },
      },
    },
  },
})

const panel = 'dist/mocks/panel'
for (const file of globSync('**/*.css', { cwd: 'mocks/panel' })) cpSync(join('mocks/panel', file), join(panel, file))
await joinPanelModule(panel)
const published = ['mount-panel.js', 'mount-panel.d.ts']
for (const name of readdirSync(panel)) if (!published.includes(name)) rmSync(join(panel, name), { recursive: true })
await buildPanelPage('dist/panel')
