import { readFileSync } from 'node:fs'
import { defineConfig, type MarkdownEnv, type MarkdownRenderer } from 'vitepress'
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
    search: { provider: 'local', options: { _render: withoutColours } },
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

/** A page for the index of the search, which keeps its text alone: colours of code would take a tenth of the whole build. */
function withoutColours(source: string, page: MarkdownEnv, markdown: MarkdownRenderer): string {
  const { highlight } = markdown.options
  markdown.options.highlight = (code) => `<pre>${markdown.utils.escapeHtml(code)}</pre>`
  try {
    return markdown.render(source, page)
  } finally {
    markdown.options.highlight = highlight
  }
}
