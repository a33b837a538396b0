import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// A command, or a flag, with a value that was put in by hand: spec/decisions/0154-commands-that-are-shown.md.
const command =
  /[`'](?:[^`'\n]*[\s(|])?(?:(?:curl|jq) (?=[-'"$])|npx |npm run |animal-store (?:mock|contract|seed|check|drift|proxy|list|fixtures|calls|why|relies-on|init|mcp) )[^`\n]*\$\{/
const flag = /(?<![\w-])--[a-z][a-z-]+[ =]['"]?\$\{(?!shellWord\()/

const handmade = (text: string) => text.split('\n').filter((line) => command.test(line) || flag.test(line))

test('no command that is shown is put together by hand', () => {
  const files = globSync('{spec,mocks,contract-tests,fixtures,scripts/commands}/**/*.{ts,tsx}', {
    exclude: (path) => /\.test\.tsx?$|[/\\](made|testing)$/.test(path),
  })
  expect(files.map((file) => file.replaceAll('\\', '/'))).toContain('scripts/commands/contract/contract-command.ts')
  expect(files.flatMap((file) => handmade(readFileSync(file, 'utf8')).map((line) => `${file}: ${line}`))).toEqual([])
})

test.each(['return `${command} --only ${only}`', 'add --write-to ${hostname}.`,', '`animal-store why ${number}`'])(
  'it finds %s',
  (line) => {
    expect(handmade(line)).toEqual([line])
  },
)
