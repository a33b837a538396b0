import { type Category, type StatusMix, categories } from '../../fixtures/all.ts'
import { didYouMean, parseInt64, petStatuses } from '../../spec/index.ts'

/** Reads categories such as `dog,cat=42`: kinds of animals, each with an id of its own if that matters. @throws {RangeError} for an unknown kind */
export function parseCategories(text: string): readonly Category[] {
  const kinds = categories.map(({ kind }) => kind)
  const found = text.split(',').map((part) => {
    const [name = '', given] = part.trim().split(/=(.*)/s)
    const category = categories.find(({ kind }) => kind === name)
    if (category === undefined) {
      const hint = didYouMean(name, kinds)
      throw new RangeError(`Expected kinds of animals, as in dog,cat=42: ${kinds.join(', ')}. ${hint}`.trim())
    }
    const id = given === undefined ? category.id : parseInt64(given)
    if (id === undefined) throw new RangeError(`The id of ${name} must be an int64, as in ${name}=42.`)
    return { ...category, id }
  })
  if (new Set(found.map(({ id }) => id)).size < found.length) throw new RangeError('Two categories have the same id.')
  return found
}

const mixNames = [...petStatuses, 'none'] as const

/** Reads weights such as `available=3,sold=1,none=0.5`. @throws {RangeError} otherwise */
export function parseStatusMix(text: string): StatusMix {
  const mix: Partial<Record<(typeof mixNames)[number], number>> = {}
  for (const part of text.split(',')) {
    const [, name, weight = ''] = /^ *([a-z]+) *= *([0-9]{1,9}(?:\.[0-9]{1,9})?) *$/.exec(part) ?? []
    const known = mixNames.find((candidate) => candidate === name)
    if (known === undefined || known in mix) throw new RangeError(mixText)
    mix[known] = Number(weight)
  }
  if (Object.values(mix).every((weight) => weight === 0)) throw new RangeError(mixText)
  return mix
}

const mixText = `Expected weights, each status once and one above 0, as in available=3,sold=1: ${mixNames.join(', ')}.`
