import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { addRunButtons } from '../run-buttons.ts'
import { sidebarOf } from '../sidebar.ts'

const pages = process.env['DOCS_PAGES'] ?? ''

export default defineConfig({
  srcDir: pages,
  outDir: process.env['DOCS_OUT'] ?? '',
  cacheDir: `${pages}.cache`,
  // It works below any path: DOCS_BASE=/animal-store-kit/
  base: process.env['DOCS_BASE'] ?? '/',
  title: 'animal-store-kit',
  description: 'A mock server and a contract-testing harness for the Animal Store Service Interface.',
  lang: 'en',
  // No page loads anything from elsewhere.
  head: [
    ['link', { rel: 'icon', href: 'data:,' }],
    ['style', {}, readFileSync(new URL('run.css', import.meta.url), 'utf8')],
  ],
  markdown: { config: addRunButtons },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'I want to …', link: '/docs/' },
      { text: 'Changelog', link: '/CHANGELOG' },
    ],
    sidebar: sidebarOf(pages),
  },
  vite: {
    configFile: false,
    publicDir: `${pages}.public`,
    esbuild: { jsx: 'automatic', jsxImportSource: 'preact', target: 'es2022' },
    build: { target: 'es2022', chunkSizeWarningLimit: 2000 },
  },
})
