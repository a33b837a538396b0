import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

// Pictures are not packed (spec/decisions/0087-docs-in-the-package.md): npm completes their links from `repository` in package.json.
const pictures = /^scripts\/pictures\/[\w-]+\.png$/

/** The links of the pages of a package that lead nowhere in it. */
export function brokenLinks(folder: string): readonly string[] {
  return globSync('**/*.md', { cwd: folder, exclude: ['node_modules/**'] }).flatMap((page) =>
    linksOf(readFileSync(join(folder, page), 'utf8'))
      .map((link) => normalize(join(dirname(page), link)).replaceAll('\\', '/'))
      .filter((path) => !pictures.test(path) && !existsSync(join(folder, path)))
      .map((path) => `${page} leads to ${path}`),
  )
}

function linksOf(text: string): readonly string[] {
  const found = text.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)
  return [...found].map(([, link = '']) => decodeURIComponent(link))
}
