import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Faker } from '@faker-js/faker'

const file = new URL('../../fixtures/datasets/made/breeds.ts', import.meta.url)
const notice =
  '// Made from the word lists of @faker-js/faker by `npm run make`: spec/decisions/0050-words-made-from-faker.md.\n\n'

type Language = 'en' | 'fr' | 'ja'

const languages: readonly Language[] = ['en', 'fr', 'ja']
const kinds = ['dog', 'cat', 'horse', 'rabbit'] as const
// A longer one would not look well behind a name.
const longest = 20

/** Makes `fixtures/datasets/made/breeds.ts`: the breeds that go well behind a name, in an order that hangs on no locale. */
export async function makeBreeds(): Promise<string> {
  const languageTexts = await Promise.all(
    languages.map(async (language) => `  ${language}: {\n${await kindTexts(language)}  },\n`),
  )
  return `${notice}/** Breeds by language and kind of animal. */\nexport const breeds = {\n${languageTexts.join('')}} as const\n`
}

async function kindTexts(language: Language): Promise<string> {
  // One locale takes a tenth of the time that all of them together take.
  const { faker } = (await import(`@faker-js/faker/locale/${language}`)) as { readonly faker: Faker }
  return kinds
    .flatMap((kind) => {
      const words: string[] = (faker.rawDefinitions.animal?.[kind] ?? []).filter((word) => isBreed(word, language))
      if (words.length === 0) return []
      const lines = [...new Set(words)].toSorted().map((word) => `      ${quoted(word)},\n`)
      return [`    ${kind}: [\n${lines.join('')}    ],\n`]
    })
    .join('')
}

/** Lists of breeds hold a few sentences and plurals, too, and English words where a language has no list of its own. */
function isBreed(word: string, language: Language): boolean {
  if (word.length > longest) return false
  if (language === 'ja') return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u.test(word)
  return /^(?:\p{Lu}[\p{L}\p{M}'’-]*(?: |$))+$/u.test(word) && !/\b(?:Horses|Hare)$/.test(word)
}

function quoted(word: string): string {
  return word.includes("'") ? `"${word}"` : `'${word}'`
}

async function main(isCheck: boolean): Promise<void> {
  const made = await makeBreeds()
  if (existsSync(file) && readFileSync(file, 'utf8') === made) return
  if (isCheck) {
    console.error('fixtures/datasets/made/breeds.ts is stale: run npm run make')
    process.exitCode = 1
    return
  }
  writeFileSync(file, made)
  console.log('made fixtures/datasets/made/breeds.ts')
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(process.argv.includes('--check'))
}
