import { itemOf, membersOf } from '../../spec/items.ts'
import type { JsonReading } from '../../spec/json.ts'
import { memberProblems } from '../../spec/members.ts'
import { isLabelledJson, jsonError } from '../call/body.ts'
import { type DetailedCode, memberCode } from '../call/error-codes.ts'
import { type Refusal, refused } from '../call/outcome.ts'
import type { CallContext, NewItemReading } from '../call/overrides.ts'
import { refusalStatus } from '../call/parsed-choices.ts'
import type { ResourceRules } from './resource-rules.ts'

/** Reads a body as a new item under every choice, or says what is wrong with it. */
export async function readNewItem(
  body: JsonReading | undefined,
  rules: ResourceRules,
  context: CallContext,
): Promise<NewItemReading> {
  const { call, choices } = context
  const { profile } = choices
  const { object } = rules.newShape
  const mediaType = isLabelledJson(call) ? undefined : refusalStatus(profile['media-type'])
  if (mediaType !== undefined) {
    return refused('unsupported_media_type', 'The body must be labelled application/json.', mediaType)
  }
  if (body === undefined) {
    const required = membersOf(rules.newShape)
      .filter(({ isRequired }) => isRequired)
      .map(({ name }) => name)
    return refused(
      'invalid_body/missing',
      `The body is missing: a ${object} with ${required.join(' and ')} is required.`,
    )
  }
  if (!body.ok) {
    const { code, message } = jsonError(body.problem)
    return refused(code, message, body.problem === 'too-large' ? refusalStatus(profile['large-body']) : 400)
  }
  const { value } = body
  if (!rules.isNew(value)) return refusedShape(rules)
  const unknownFields = refusalStatus(profile['unknown-fields'])
  if (unknownFields !== undefined) {
    const members = membersOf(rules.newShape)
    const unknown = Object.keys(value).filter((member) => members.every(({ name }) => name !== member))
    const problems = unknown.map((member) => `there is no member "${member.slice(0, 60)}"`)
    if (unknown.length > 0) return refused('invalid_body/member', notNew(object, problems), unknownFields)
  }
  // Its members that the interface has, and what a choice adds to them.
  const sent = itemOf(rules.newShape, value)
  const item = rules.complete?.(sent, choices) ?? sent
  return (await rules.refuse?.(item, context)) ?? { ok: true, item }
}

/** Turns the validator's errors for the last body into words for each member, and a code for the first. */
function refusedShape({ newShape, isNew }: ResourceRules): Refusal {
  const problems = memberProblems(newShape, isNew.errors)
  const words = problems.map(({ member, isMissing, expected }) =>
    isMissing ? `${member} is missing` : `${member || 'it'} must be ${expected}`,
  )
  const [first] = problems
  const known = newShape.members.find(({ name }) => name === first?.member)
  const cause = first?.isMissing === true ? 'missing' : 'invalid'
  const code: DetailedCode = known === undefined ? 'invalid_body/shape' : memberCode(known, cause)
  return refused(code, notNew(newShape.object, words))
}

function notNew(object: string, problems: readonly string[]): string {
  return `The body is not a ${object}: ${problems.join('; ')}.`
}
