import { expect, test } from 'vitest'
import breeds from '../../fixtures/datasets/made/breeds.json' with { type: 'json' }
import { makeBreeds } from './breeds.ts'
import { staleFiles } from './make.ts'

test('finds the breeds up to date, as faker has them', async () => {
  expect(staleFiles(await makeBreeds())).toEqual([])
})

test('leaves out what is no breed, and words of another language', () => {
  expect(breeds.en.dog).toContain('Dachshund')
  expect(breeds.fr.cat).toContain('Abyssin')
  expect(breeds.ja.dog).toContain('柴犬')
  const all = Object.values(breeds).flatMap((kinds) => Object.values(kinds).flat())
  expect(all.filter((word) => word.length > 20 || /sometimes|Horses$| dog$/.test(word))).toEqual([])
  expect(
    Object.values(breeds.ja)
      .flat()
      .filter((word) => /[a-z]/i.test(word)),
  ).toEqual([])
})
