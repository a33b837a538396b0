// Decides which findings a careful reader of the document could defend, so that they are warnings.
import { type Int64, type PetStatus, clauseOfSentMember, isObject, operations, readJson } from '../../spec/index.ts'
import { optionalMembers } from '../exchange/wrong-values.ts'
import { petOf, petsOf } from '../checks/pets.ts'
import { type Seen, asks, listIn } from '../exchange/question.ts'
import { type Finding, type Verdict, worstState } from '../verdict/verdict.ts'
import type { Reading } from '../verdict/sentences.ts'

/** Why a careful reader could say that a finding is no departure; `undefined` where the document does not let them. */
type Defence = (finding: Finding, log: readonly Seen[]) => Reading | undefined

const { section } = operations.createPet

const defences: readonly Defence[] = [
  ({ clause, seen }, log) => {
    if (clause !== '4.2/status-as-sent' || petOf(seen.json)?.lacks.includes('status') !== true) return undefined
    const created = log.filter(isAddition).map(({ question, json }) => ({
      id: petOf(json)?.id,
      status: question.asks === 'create' ? question.animal.status : undefined,
    }))
    return areShownBy(
      log.filter((other) => !isAddition(other)),
      created,
    )
  },
  ({ clause, seen }, log) => {
    const status = listIn(seen)?.status
    const others = (petsOf(seen) ?? []).filter((pet) => pet.status !== status)
    if (clause !== '4.1/status-filter' || status === undefined || others.some(({ lacks }) => !lacks.includes('status')))
      return undefined
    return areShownBy(
      log.filter((other) => listIn(other)?.status === undefined),
      others.map(({ id }) => ({ id, status })),
    )
  },
  ({ clause, seen: { question } }) =>
    clause === '4.1/limit-most' && question.asks === 'silence' ? 'limit-outside' : undefined,
  ({ clause, seen: { question, status } }) => {
    const sent = readJson(question.body ?? '')
    const values = sent.ok && isObject(sent.value) ? sent.value : {}
    const nulled = optionalMembers.some(
      (member) => values[member.name] === null && clauseOfSentMember(section, member, 'value') === clause,
    )
    return nulled && status === 201 ? 'null-member' : undefined
  },
  ({ seen: { number, question, status } }, log) => {
    if (status !== 409 || question.asks !== 'create') return undefined
    const { name } = question.animal
    const isRepeated = log.some(
      (earlier) =>
        earlier.number < number && earlier.question.asks === 'create' && earlier.question.animal.name === name,
    )
    return isRepeated ? 'duplicate' : undefined
  },
  ({ seen: { question, status } }, log) =>
    question.asks === 'create' && (status === 507 || (status === 503 && log.some(isAddition))) ? 'full' : undefined,
  ({ seen: { question, status = 0 } }) =>
    question.asks === 'create' && status !== 429 && question.tolerates?.(status) === true ? 'unusual' : undefined,
]

function isAddition(seen: Seen): boolean {
  return asks(seen, 'create') && seen.status === 201
}

/**
 * A verdict in which each finding that can be defended has the reading that does so, and is a warning:
 * spec/decisions/0060-what-the-suite-holds-against-a-deployment.md. In a strict run it has none, and is broken.
 */
export function withReadings(verdict: Verdict, log: readonly Seen[], isStrict: boolean): Verdict {
  const findings = verdict.findings.map(({ reading: given, ...finding }) => {
    const defend = () => defences.map((each) => each(finding, log)).find((found) => found !== undefined)
    const reading = isStrict ? undefined : (given ?? defend())
    return reading === undefined ? finding : { ...finding, reading }
  })
  return { ...verdict, findings, state: worstState(findings) ?? verdict.state }
}

/** The reading of answers that leave out a status, where others show that the animals have it. */
function areShownBy(
  others: readonly Seen[],
  animals: readonly { readonly id: Int64 | undefined; readonly status: PetStatus | undefined }[],
): Reading | undefined {
  const statuses = new Map(animals.flatMap(({ id, status }) => (id === undefined || !status ? [] : [[id, status]])))
  const areRight = others
    .filter(({ question }) => operations[question.operation].resource === 'Pet')
    .flatMap((seen) => petsOf(seen) ?? petOf(seen.json) ?? [])
    .flatMap(({ id, status }) => (id !== undefined && statuses.has(id) ? [statuses.get(id) === status] : []))
  return areRight.includes(true) && !areRight.includes(false) ? 'optional-status' : undefined
}
