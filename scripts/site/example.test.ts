import { expect, test } from 'vitest'
import { pages } from '../make/pages.ts'
import { exampleOf, readCurls } from './example.ts'

test('variables, quotes and options of curl are read; what a pipe does is left out', () => {
  const script = `export API=http://127.0.0.1:4010/v1 KEY='Authorization: Bearer test_pro' JSON='Content-Type: application/json'
# a comment
curl -s -H "$KEY" -H "$JSON" -d '{"name":"Rex","categoryId":9223372036854775807}' "$API/pets" | grep id
curl -i -X PUT -o /dev/null -w '%{http_code}' \${API}/pets?limit=2
`
  const json = 'application/json'
  expect(readCurls(script)).toEqual([
    {
      method: 'POST',
      url: 'http://127.0.0.1:4010/v1/pets',
      headers: { Authorization: 'Bearer test_pro', 'Content-Type': json },
      body: '{"name":"Rex","categoryId":9223372036854775807}',
    },
    { method: 'PUT', url: 'http://127.0.0.1:4010/v1/pets?limit=2', headers: {}, body: undefined },
  ])
})

test.each([
  'npx animal-store mock',
  'curl --compressed http://127.0.0.1:4010/v1/pets',
  'curl -s',
  'A=$(curl -s http://x)',
])('a block with %s has no button', (script) => {
  expect(exampleOf('sh', script)).toBeUndefined()
})

test('each block with curl of the pages can be run in a tab, unless it asks another server', () => {
  const left: string[] = []
  for (const [path, page] of Object.entries(pages)) {
    let exports = ''
    for (const [, text = ''] of page.matchAll(/^```sh\n([^]*?)^```$/gm)) {
      exports += (text.match(/^export .*\n/gm) ?? []).join('')
      if (/^curl /m.test(text) && exampleOf('sh', text, exports) === undefined) left.push(`${path}: ${text}`)
    }
  }
  expect(left).toEqual([])
})

test('a program gets what it imports, and one that needs more than a tab has is not run', () => {
  const program =
    "import { type Pet, createAnimalStore as make } from 'animal-store-kit'\nconst pets: Pet[] = await fetch('/')\n"
  expect(exampleOf('ts', program)).toEqual({
    program: expect.stringMatching(
      /^const \{ +createAnimalStore: make \} = modules\['animal-store-kit'\]\nconst pets +=/,
    ),
  })
  expect(exampleOf('ts', program.replace('animal-store-kit', 'msw/node'))).toBeUndefined()
  expect(exampleOf('ts app.ts', program)).toBeUndefined()
})
