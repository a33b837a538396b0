import { expect, test } from 'vitest'
import { jsonModule, publishedCode } from './published-code.ts'

test('takes out comments, and neither texts that look like one nor what a bundler reads', () => {
  const code = [
    '/** One. */',
    'const text = `',
    '// stays',
    '/* stays */`',
    '    // a line',
    'const address = "https://a.example/v1" // behind a line',
    'await import(/* webpackIgnore: true */ /* @vite-ignore */ text)',
  ].join('\n')
  expect(publishedCode('a.js', code).trim().split('\n')).toEqual([
    'const text = `',
    '// stays',
    '/* stays */`',
    'const address = "https://a.example/v1" ',
    'await import(/* webpackIgnore: true */ /* @vite-ignore */ text)',
  ])
})

test('takes out the helper around import(), of which Rollup warns', () => {
  const helper =
    'var __rewriteRelativeImportExtension = (this && this.x) || function (path) {\n    if (path) {\n    }\n    return path;\n};\n'
  const code = 'return import(__rewriteRelativeImportExtension(/* webpackIgnore: true */ pathToFileURL(file).href));\n'
  const plain = 'return import(/* webpackIgnore: true */ pathToFileURL(file).href);\n'
  expect(publishedCode('a.js', `${helper}${code}`)).toBe(plain)
})

test('imports JSON as a module, because Rollup reads no JSON without a plugin', async () => {
  const code = "import names from './made/names.json' with { type: 'json' }\n"
  expect(publishedCode('a.js', code)).toBe("import names from './made/names.json.js'\n")
  const names = { en: ['Zoé', '\u2028'] }
  const made = await import(
    `data:text/javascript,${encodeURIComponent(jsonModule(JSON.stringify(names, undefined, 2)))}`
  )
  expect(made.default).toEqual(names)
})
