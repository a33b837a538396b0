import { fileURLToPath } from 'node:url'
import type { InlineConfig } from 'vite'
import { animalStore } from '../../mocks/vite/index.ts'

const source = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** How Vite builds the shop. In an app of your own, the package stands in node_modules in place of the alias. */
export function storefrontConfig(): InlineConfig {
  return {
    configFile: false,
    root: fileURLToPath(new URL('shop/', import.meta.url)),
    publicDir: false,
    // It works below any path.
    base: './',
    resolve: {
      alias: {
        'animal-store-kit/browser': source('mocks/browser/index.ts'),
        'animal-store-kit/panel': source('mocks/panel/mount-panel.ts'),
      },
    },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    plugins: [animalStore({ build: true })],
    build: { target: 'es2023', assetsInlineLimit: 0, emptyOutDir: true },
  }
}
