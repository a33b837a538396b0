import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../testing/temp-folder.ts'
import { takeOut } from './take-out.ts'

const table = {
  stars: { is: 'shines', folders: ['mocks/parts/stars'], pages: ['docs/stars.md'] },
  moons: { is: 'goes round', folders: ['mocks/parts/moons'], needs: ['stars'] },
  sun: { is: 'stays', folders: ['mocks/parts/sun'] },
}
const rows = Object.entries(table).map(([name, part]) => `  ${name}: ${JSON.stringify(part)},\n`)

const files = {
  'mocks/parts/stars/stars.ts': 'export const stars = 7\n',
  'mocks/parts/moons/index.ts': "import { stars } from '../stars/stars.ts'\nexport const moons = stars\n",
  'mocks/parts/sun/sun.ts': 'export const sun = 1\n',
  'mocks/sky.ts': `import {
  stars,
} from './parts/stars/stars.ts'
import { sun } from './parts/sun/sun.ts'
export const sky = [
  stars,
  sun,
]
export const sorted = order([...stars, sun])
export const lazy = {
  moons: () => import('./parts/moons/index.ts'),
  sun,
}
`,
  'mocks/sky.test.ts': "import { night } from './test-night.ts'\n",
  'mocks/test-night.ts': "export { stars as night } from './parts/stars/stars.ts'\n",
  'docs/stars.md': '# Stars\n',
  'scripts/house/parts.ts': `export const parts = {\n${rows.join('')}}\n`,
}

function treeWith(more: Readonly<Record<string, string>> = {}) {
  const root = tempFolder()
  for (const [file, text] of Object.entries({ ...files, ...more })) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return { root, textOf: (file: string) => readFileSync(join(root, file), 'utf8') }
}

test('a part goes with what needs it, its page, its row, the tests and the lines that name it', () => {
  const { root, textOf } = treeWith()
  expect(takeOut(root, 'stars', table)).toEqual({
    names: ['stars', 'moons'],
    tests: ['mocks/test-night.ts', 'mocks/sky.test.ts'],
    registered: ['mocks/sky.ts:1', 'mocks/sky.ts:11'],
    problems: [],
  })
  const gone = ['mocks/parts/stars', 'mocks/parts/moons', 'mocks/sky.test.ts', 'mocks/test-night.ts', 'docs/stars.md']
  expect(gone.filter((path) => existsSync(join(root, path)))).toEqual([])
  expect(textOf('mocks/sky.ts')).toBe(
    "import { sun } from './parts/sun/sun.ts'\nexport const sky = [\n  sun,\n]\nexport const sorted = order([sun])\nexport const lazy = {\n  sun,\n}\n",
  )
  expect(textOf('scripts/house/parts.ts')).toBe(`export const parts = {\n${rows[2]}}\n`)
})

test('a folder that two lines register stands in the way, and both are named', () => {
  const { root, textOf } = treeWith({ 'mocks/day.ts': "\nexport { sun } from './parts/sun/sun.ts'\n" })
  expect(takeOut(root, 'sun', table).problems).toEqual([
    'mocks/parts/sun is imported in mocks/day.ts:2, mocks/sky.ts:4',
  ])
  expect(textOf('mocks/sky.ts')).toBe(files['mocks/sky.ts'])
})
