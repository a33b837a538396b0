/**
 * Compiled JavaScript as it is published: with modules in place of JSON, and without the helper around `import()`, which
 * leaves the URLs given here as they are and hides what bundlers should ignore.
 */
export function publishedCode(code: string): string {
  return code
    .replace(/^var __rewriteRelativeImportExtension = [^]*?\n\};\n/m, '')
    .replaceAll(/\b__rewriteRelativeImportExtension\((.*?)\)\)/g, '$1)')
    .replaceAll(/(\bfrom '\.[^'\n]+\.json)' with \{ type: 'json' \}/g, "$1.js'")
}

/** The module that `publishedCode` imports in place of JSON. */
export function jsonModule(text: string): string {
  return `export default ${JSON.stringify(JSON.parse(text))}\n`
}
