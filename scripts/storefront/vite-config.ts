import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { InlineConfig, Plugin } from 'vite'

const workerFile = fileURLToPath(import.meta.resolve('msw/mockServiceWorker.js'))
const source = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** How Vite builds the shop. In an app of your own, the package stands in node_modules in place of the alias. */
export function storefrontConfig(): InlineConfig {
  return {
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    publicDir: false,
    resolve: {
      alias: {
        'animal-store-kit/browser': source('mocks/browser/index.ts'),
        'animal-store-kit/panel': source('mocks/panel/mount-panel.ts'),
      },
    },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    plugins: [workerScript()],
    build: { target: 'es2023', assetsInlineLimit: 0, emptyOutDir: true },
  }
}

/** MSW's worker script, at the address that the page gets it from. */
function workerScript(): Plugin {
  const fileName = 'mockServiceWorker.js'
  return {
    name: 'worker-script',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: readFileSync(workerFile) })
    },
  }
}
