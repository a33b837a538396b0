import { expect, test } from 'vitest'
import { typedCommand } from './npm-run.ts'

test.each([
  ['seed', undefined, undefined, 'animal-store seed'],
  ['seed', 'test', 'vitest run', 'animal-store seed'],
  ['seed', 'npx', 'animal-store', 'npx animal-store seed'],
  ['contract', 'contract', 'node scripts/animal-store.ts contract', 'npm run contract --'],
  ['seed', 'animal-store', 'node scripts/animal-store.ts', 'npm run animal-store -- seed'],
  ['contract', 'staging', 'animal-store contract --url https://staging.example/v1', 'npx animal-store contract'],
])('%s, where npm says %j of %j, is typed again as %s', (command, script, line, typed) => {
  expect(typedCommand(command, {}, { npm_lifecycle_event: script, npm_lifecycle_script: line })).toBe(typed)
})

test('a command is typed again with its flags, quoted for a shell', () => {
  const typed = { resume: true, plan: undefined, journal: "it's here.db", keyEnv: 'KEY' }
  expect(typedCommand('seed', typed, {})).toBe(
    String.raw`animal-store seed --resume --journal 'it'\''s here.db' --key-env KEY`,
  )
})
