import { type JsonReading, validateNewPet } from '../../spec/index.ts'
import { isLabelledJson, jsonError, readBody } from '../call/body.ts'
import type { ErrorCode } from '../call/error-codes.ts'
import { type Outcome, errorOutcome } from '../call/error-reply.ts'
import { writePet } from './list-pets.ts'
import type { Rules } from '../call/rules.ts'
import { NoRoomError } from '../world/storage-error.ts'
import type { CallContext, NewPetReading, Overrides } from '../call/overrides.ts'

/** Answers createPet (section 4.2). */
export async function createPet(context: CallContext, overrides: readonly Overrides[]): Promise<Outcome> {
  const { rules, sandbox, call } = context
  const body = readBody(call)
  let reading = readNewPet(body, context)
  if (reading.ok && rules.profile['category-check'] === 'known') {
    const isKnown = await (await sandbox.animals).hasCategory(reading.animal.categoryId)
    if (!isKnown) reading = notNewPet(['categoryId must be the id of a known category'])
  }
  const value = body?.ok === true ? body.value : undefined
  for (const { accept } of overrides) if (accept) reading = accept(reading, value, context)
  if (!reading.ok) return errorOutcome(rules, reading.status, reading.code, reading.message)
  // Each await costs a turn of its own, so what is there already is not waited for.
  const animals = sandbox.animals instanceof Promise ? await sandbox.animals : sandbox.animals
  try {
    const added = animals.add(reading.animal)
    return { status: 201, body: writePet(added instanceof Promise ? await added : added) }
  } catch (error) {
    if (!(error instanceof NoRoomError)) throw error
    return noRoomOutcome(rules, error.message)
  }
}

/** The answer to an animal that there is no room for. */
export function noRoomOutcome(rules: Rules, message: string): Outcome {
  const status = rules.profile['full-store'] === 'reject-503' ? 503 : 507
  return errorOutcome(rules, status, 'insufficient_storage', message)
}

function readNewPet(body: JsonReading | undefined, { call, rules }: CallContext): NewPetReading {
  const { profile } = rules
  if (!isLabelledJson(call) && profile['media-type'] !== 'accept') {
    const status = profile['media-type'] === 'reject-415' ? 415 : 400
    return refused('unsupported_media_type', 'The body must be labelled application/json.', status)
  }
  if (body === undefined) {
    return refused('invalid_body', 'The body is missing: a NewPet with name and categoryId is required.')
  }
  if (!body.ok) {
    const { code, message } = jsonError(body.problem)
    return refused(code, message, body.problem === 'too-large' && profile['large-body'] === 'reject-413' ? 413 : 400)
  }
  const { value } = body
  if (!validateNewPet(value)) return notNewPet(shapeProblems())
  const { name, categoryId, status } = value
  const problems: string[] = []
  if (profile['unknown-fields'] === 'reject') {
    const unknown = Object.keys(value).filter((member) => !['name', 'categoryId', 'status'].includes(member))
    problems.push(...unknown.map((member) => `there is no member "${member.slice(0, 60)}"`))
  }
  if (profile['name-check'] === 'strict') {
    if (name.trim() === '') problems.push('name must not be blank')
    else if (Array.from(name).length > 100) problems.push('name must have at most 100 characters')
  }
  if (problems.length > 0) return notNewPet(problems)
  if (status !== undefined) return { ok: true, animal: { name, categoryId, status } }
  const isAvailable = profile['status-default'] === 'available'
  return { ok: true, animal: isAvailable ? { name, categoryId, status: 'available' } : { name, categoryId } }
}

const expectations: Readonly<Record<string, string>> = {
  '': 'it must be an object',
  '/name': 'name must be a string',
  '/categoryId': 'categoryId must be an int64',
  '/status': 'status must be one of available, pending, sold',
}

/** What the validator said of the last body, in words, one line for each member. */
function shapeProblems(): string[] {
  const problems = (validateNewPet.errors ?? []).map((error) =>
    error.keyword === 'required'
      ? `${String(error.params['missingProperty'])} is missing`
      : (expectations[error.instancePath] ?? `${error.instancePath} ${error.message ?? 'is invalid'}`),
  )
  return [...new Set(problems)]
}

function notNewPet(problems: readonly string[]): NewPetReading {
  return refused('invalid_body', `The body is not a NewPet: ${problems.join('; ')}.`)
}

function refused(code: ErrorCode, message: string, status = 400): NewPetReading {
  return { ok: false, status, code, message }
}
