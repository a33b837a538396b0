import { parseSync } from 'vite'

// What bundlers read: `@vite-ignore`, `webpackIgnore`, `turbopackIgnore` and `__PURE__`.
const forBundlers = /[iI]gnore|__PURE__/

/**
 * Compiled JavaScript as it is published: without comments, with modules in place of JSON, and without the helper around
 * `import()`, which leaves the URLs given here as they are and hides what bundlers should ignore.
 */
export function publishedCode(file: string, code: string): string {
  const plain = code
    .replace(/^var __rewriteRelativeImportExtension = [^]*?\n\};\n/m, '')
    .replaceAll(/\b__rewriteRelativeImportExtension\((.*?)\)\)/g, '$1)')
  return withoutComments(file, plain).replaceAll(/(\bfrom '\.[^'\n]+\.json)' with \{ type: 'json' \}/g, "$1.js'")
}

/** The module that `publishedCode` imports in place of JSON. */
export function jsonModule(text: string): string {
  return `export default ${JSON.stringify(JSON.parse(text))}\n`
}

/** Leaves out all comments but those that a bundler reads. Lines that only comments had go, too. */
function withoutComments(file: string, code: string): string {
  let result = ''
  let end = 0
  for (const comment of parseSync(file, code).comments) {
    if (forBundlers.test(comment.value)) continue
    const before = code.slice(end, comment.start)
    const isWholeLine = /(?:^|\n)[ \t]*$/.test(before) && /^\r?\n/.test(code.slice(comment.end, comment.end + 2))
    result += isWholeLine ? before.slice(0, Math.max(0, before.lastIndexOf('\n'))) : before
    end = comment.end
  }
  return result + code.slice(end)
}
