import type { Faker } from '@faker-js/faker'
import type { Made } from './spec.ts'

const languages = ['en', 'fr', 'ja'] as const
const kinds = ['dog', 'cat', 'horse', 'rabbit'] as const
// A longer one would not look well behind a name.
const longest = 20

/** The breeds that go well behind a name, from faker's word lists: spec/decisions/0050-words-made-from-faker.md. */
export async function makeBreeds(): Promise<Made> {
  const breeds: Record<string, Record<string, string[]>> = {}
  for (const language of languages) breeds[language] = await breedsOf(language)
  return { 'fixtures/datasets/made/breeds.json': `${JSON.stringify(breeds, undefined, 2)}\n` }
}

async function breedsOf(language: string): Promise<Record<string, string[]>> {
  // One locale takes a tenth of the time that all of them together take.
  const { faker } = (await import(`@faker-js/faker/locale/${language}`)) as { readonly faker: Faker }
  const found = kinds.map((kind): [string, string[]] => {
    const words: readonly string[] = faker.rawDefinitions.animal?.[kind] ?? []
    return [kind, [...new Set(words.filter((word) => isBreed(word, language)))].toSorted()]
  })
  return Object.fromEntries(found.filter(([, words]) => words.length > 0))
}

/** Lists of breeds hold a few sentences and plurals, too, and English words where a language has no list of its own. */
function isBreed(word: string, language: string): boolean {
  if (word.length > longest) return false
  if (language === 'ja') return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u.test(word)
  return /^(?:\p{Lu}[\p{L}\p{M}'’-]*(?: |$))+$/u.test(word) && !/\b(?:Horses|Hare)$/.test(word)
}
