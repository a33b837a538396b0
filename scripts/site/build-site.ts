// `npm run docs` builds the site of the docs into built/site, static: serve that folder with any server.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const site = join(root, 'scripts/site')

/** Where `npm run docs` puts the site. */
export const builtSite = join(root, 'built/site')

/** The pages of the site. */
const pagePatterns = ['*.md', 'LICENSE', 'docs/**/*.md', 'spec/decisions/*.md', 'contract-tests/*.md', 'skills/**/*.md']

/**
 * Builds the site of the docs, static, into a folder.
 * @param log what npm and VitePress print goes there: `inherit`, or `pipe` to show it only if they fail
 */
export function buildSite(folder: string, log: 'inherit' | 'pipe'): void {
  install(log)
  // Below this folder, the pages find what VitePress makes them import.
  const pages = mkdtempSync(join(site, '.pages-'))
  try {
    gatherPages(pages)
    const cli = join(site, 'node_modules/vitepress/bin/vitepress.js')
    run(process.execPath, [cli, 'build', site], log, { DOCS_PAGES: pages, DOCS_OUT: folder })
  } finally {
    for (const made of [pages, `${pages}.public`, `${pages}.cache`]) rmSync(made, { recursive: true, force: true })
  }
}

/** Installs what builds the site, unless it is there: nobody else needs it, so no other command does. */
function install(log: 'inherit' | 'pipe'): void {
  const { version } = readPackage(join(site, 'package-lock.json')).packages?.['node_modules/vitepress'] ?? {}
  const installed = join(site, 'node_modules/vitepress/package.json')
  if (existsSync(installed) && readPackage(installed).version === version) return
  console.error('Installing what builds the site, once.')
  // The lock file has not all packages for other systems, with which npm ci would fail.
  run('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], log)
}

interface Package {
  readonly version?: string
  readonly packages?: Readonly<Record<string, Package>>
}

function readPackage(file: string): Package {
  // Written by npm, so its shape is taken on trust.
  return JSON.parse(readFileSync(file, 'utf8')) as Package
}

/** Copies the pages, and the files that they link to. */
function gatherPages(pages: string): void {
  const found = globSync(pagePatterns, { cwd: root })
  for (const path of found) {
    const text = readFileSync(join(root, path), 'utf8')
    const to = join(pages, placeOf(path))
    mkdirSync(dirname(to), { recursive: true })
    writeFileSync(to, forSite(text))
    for (const file of filesIn(text, path)) cpSync(join(root, file), join(`${pages}.public`, file))
  }
  // Pictures stand beside the pages that show them, and are found there.
  for (const picture of globSync(['scripts/pictures/*.png'], { cwd: root }))
    cpSync(join(root, picture), join(pages, picture))
}

/** A README is the first page of its folder; a page has an ending. */
function placeOf(path: string): string {
  return path.replace(/\bREADME\.md$/, 'index.md').replace(/\bLICENSE$/, '$&.md')
}

/** Links to pages by their places on the site. */
function forSite(text: string): string {
  return text.replaceAll(/(?<=\]\()[^)#\s]+/g, placeOf)
}

/** What a page links to that is no page, such as a description in YAML. */
function filesIn(text: string, path: string): readonly string[] {
  const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, link = '']) => join(dirname(path), link))
  return links.filter((link) => !/(?:\.(?:md|png|svg)|LICENSE)$/.test(link))
}

function run(
  command: string,
  options: readonly string[],
  log: 'inherit' | 'pipe',
  environment: Readonly<Record<string, string>> = {},
): void {
  const { status, stdout, stderr } = spawnSync(command, options, {
    cwd: site,
    stdio: log,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
    shell: command === 'npm' && process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`${command} ended with code ${status}.\n${stdout ?? ''}${stderr ?? ''}`)
}

if (import.meta.main) {
  buildSite(builtSite, 'inherit')
  console.log(`The site is in ${builtSite}. To look at it: npx vite preview --outDir built/site`)
}
