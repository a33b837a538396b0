import { type Int64, type Pet, isInt64, isObject, readJson, validatePet } from '../../spec/index.ts'
import type { AnimalsChange } from '../world/animals.ts'

/** One change of an animal. */
export type Edit = { readonly put: Pet } | { readonly remove: Int64 }

/** What one line of the log of tabs says, in the order in which it happened. */
export type StateEntry =
  | ({ readonly sandbox: string } & Edit)
  /** The sandbox is as its dataset again. */
  | { readonly sandbox: string; readonly reset: true }
  /** The sandbox is as it was when these changes were taken. */
  | { readonly sandbox: string; readonly restore: AnimalsChange }
  /** Every sandbox is as its dataset again. */
  | { readonly resetAll: true }

/** Reads an entry; `undefined` when it is none. */
export function parseEntry(json: string): StateEntry | undefined {
  const entry = parseObject(json)
  if (entry === undefined) return undefined
  if (entry['resetAll'] === true) return { resetAll: true }
  const { sandbox, put, remove, restore } = entry
  if (typeof sandbox !== 'string') return undefined
  if (validatePet(put)) return { sandbox, put }
  if (isInt64(remove)) return { sandbox, remove }
  if (entry['reset'] === true) return { sandbox, reset: true }
  return isChange(restore) ? { sandbox, restore } : undefined
}

function parseObject(json: string): Record<string, unknown> | undefined {
  const reading = readJson(json)
  return reading.ok && isObject(reading.value) ? reading.value : undefined
}

function isChange(value: unknown): value is AnimalsChange {
  if (!isObject(value)) return false
  const { own, hidden, nextPosition, nextId } = value
  return Array.isArray(own) && own.every(isPlace) && isPositions(hidden) && isPosition(nextPosition) && isInt64(nextId)
}

function isPlace(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && isPosition(value[0]) && validatePet(value[1])
}

function isPositions(value: unknown): boolean {
  return Array.isArray(value) && value.every(isPosition)
}

function isPosition(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
