import { cpSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type MarkdownEnv, type MarkdownRenderer, type Plugin } from 'vitepress'
import { sidebarOf } from '../sidebar.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A README is the first page of its folder; a file has an ending. */
const placeOf = (path: string) => path.replace(/\bREADME\.md/, 'index.md').replace(/\bLICENSE$/, '$&.txt')

const paw = readFileSync(join(root, 'scripts/storefront/shop/paw.svg'), 'utf8')
const logo = `data:image/svg+xml,${encodeURIComponent(paw)}`

/** What pages link to that is no page. */
const files = ['LICENSE', 'llms.txt', 'package.json', 'spec/*.yaml', 'scripts/storefront/client/api.ts']

/** What stands above the README, which is the first page. */
const home = {
  layout: 'home',
  hero: {
    name: 'animal-store-kit',
    text: 'A mock and a contract suite for one HTTP API',
    tagline:
      'Build and test without the Animal Store Service, and check clause by clause whether a deployment keeps its promises.',
    actions: [
      { theme: 'brand', text: 'Get started', link: '/#try-it' },
      { theme: 'alt', text: 'Documentation', link: '/docs/' },
    ],
  },
}

const base = process.env['DOCS_BASE'] ?? '/'

/** Some servers, `vite preview` among them, give the home page for an address that they do not know, such as a folder without its slash. */
const homeOnly = `const { pathname } = location
if (!['${base}', '${base}index.html'].includes(pathname)) location.replace(pathname.endsWith('/') ? '${base}404.html' : pathname + '/')`

/** Short words are taken as they are: “test” is not “Jest”. Lists of all exports and pages for maintainers come later. */
const searchOptions = {
  fuzzy: (word: string) => (word.length > 5 ? 0.2 : false),
  prefix: (word: string) => word.length > 3,
  boost: { title: 4, text: 2, titles: 2 },
  boostDocument: (page: string) => (/api\.html|how-it-is|CONTRIB|skills/.test(page) ? 0.3 : 1),
}

/** Pages are not below the folder that has Vue. */
const vueOfSite: Plugin = {
  name: 'vue-of-site',
  enforce: 'pre',
  resolveId: (id, _importer, { ssr }) => (ssr === true && /^vue(?:$|\/)/.test(id) ? { id, external: true } : undefined),
}

export default defineConfig({
  srcDir: root,
  srcExclude: ['{built,dist,fixtures,mocks,node_modules,scripts}/**'],
  rewrites: placeOf,
  cacheDir: join(root, 'node_modules/.cache/site'),
  // It works below any path: DOCS_BASE=/animal-store-kit/
  base,
  title: 'animal-store-kit',
  description: 'A mock server and a contract-testing harness for the Animal Store Service Interface.',
  lang: 'en',
  // No page loads anything from elsewhere.
  head: [
    ['link', { rel: 'icon', href: logo }],
    ['style', {}, readFileSync(new URL('site.css', import.meta.url), 'utf8')],
  ],
  markdown: {
    config: renameLinks,
    // An address of a mock on the reader's machine leads nowhere.
    linkify: false,
    languageAlias: { hurl: 'http' },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    logo,
    search: {
      provider: 'local',
      options: { detailedView: true, _render: textOf, miniSearch: { searchOptions } },
    },
    outline: [2, 3],
    nav: [
      { text: 'Documentation', link: '/docs/' },
      { text: 'Changelog', link: '/CHANGELOG' },
    ],
    sidebar: sidebarOf(root),
    notFound: {
      title: 'There is no such page',
      quote: 'It may have moved. The search finds every page by its words, and the list by what you want to do.',
      link: '/docs/',
      linkText: 'All pages',
      linkLabel: 'All pages, by what you want to do',
    },
  },
  transformPageData(page) {
    if (page.relativePath === 'index.md') Object.assign(page.frontmatter, home)
  },
  vite: {
    configFile: false,
    plugins: [vueOfSite],
    build: { chunkSizeWarningLimit: 2000 },
  },
  transformHead: ({ page }) => (page === 'index.md' ? [['script', {}, homeOnly]] : []),
  buildEnd({ outDir }) {
    for (const file of globSync(files, { cwd: root })) cpSync(join(root, file), join(outDir, placeOf(file)))
  },
})

/** A page for the index of the search, without colours of code. Decisions and records are found through the pages. */
function textOf(source: string, page: MarkdownEnv, markdown: MarkdownRenderer): string {
  if (/^(?:CHANGELOG|CODE_OF|contract-tests|docs\/contributing|spec)/.test(page.relativePath)) return ''
  const { highlight } = markdown.options
  markdown.options.highlight = (code) => `<pre>${markdown.utils.escapeHtml(code)}</pre>`
  try {
    return markdown.render(source, page)
  } finally {
    markdown.options.highlight = highlight
  }
}

/** Links lead to the places that pages get on the site. */
function renameLinks(markdown: MarkdownRenderer): void {
  const normalizeLink = markdown.normalizeLink.bind(markdown)
  markdown.normalizeLink = (link) => normalizeLink(placeOf(link))
}
