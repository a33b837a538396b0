import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { animalStore } from '../../mocks/parts/vite/index.ts'
import { cssTarget } from '../build/panel-builds.ts'

const source = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Only scripts and styles of its own; requests also to a mock on this machine. */
const strictPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; worker-src 'self'; " +
  "connect-src 'self' http://127.0.0.1:* http://localhost:*; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export default defineConfig({
  root: source('scripts/storefront/shop'),
  publicDir: false,
  // It works below any path.
  base: './',
  // An app of your own has the package in node_modules and needs no alias.
  resolve: {
    alias: {
      'animal-store-kit/browser': source('mocks/parts/browser/index.ts'),
      'animal-store-kit/panel': source('mocks/parts/panel/mount-panel.ts'),
    },
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [animalStore({ build: true })],
  build: {
    target: 'es2023',
    cssTarget,
    assetsInlineLimit: 0,
    emptyOutDir: true,
    outDir: source('built/playground'),
  },
  preview: { host: '127.0.0.1', port: 4020, strictPort: true, headers: { 'Content-Security-Policy': strictPolicy } },
})
