import {
  type Int64,
  type PetStatus,
  clauseOfSentMember,
  isObject,
  normalized,
  operations,
  readJson,
} from '../../spec/index.ts'
import { optionalMembers } from '../exchange/wrong-values.ts'
import { petOf, petsOf } from '../checks/pets.ts'
import { type Seen, asks, listIn } from '../exchange/question.ts'
import { type Finding, type Verdict, worstState } from '../verdict/verdict.ts'

/** Why a careful reader could say that a finding is no departure; `undefined` where the document does not let them. */
type Reading = (finding: Finding, log: readonly Seen[]) => string | undefined

const { section } = operations.createPet

const readings: readonly Reading[] = [
  ({ clause, seen: { question, json } }) => {
    const received = petOf(json)?.name
    if (clause !== '4.2/name-as-sent' || question.asks !== 'create' || received === undefined) return undefined
    if (plainName(received) !== plainName(question.animal.name)) return undefined
    return 'Section 4.2 does not say that a name is kept to the last character. Blanks and Unicode forms may be put in order.'
  },
  ({ clause, seen }, log) => {
    if (clause !== '4.2/status-as-sent' || petOf(seen.json)?.lacks.includes('status') !== true) return undefined
    const isCreation = (other: Seen): boolean => asks(other, 'create') && other.status === 201
    const created = log.filter(isCreation).map(({ question, json }) => ({
      id: petOf(json)?.id,
      status: question.asks === 'create' ? question.animal.status : undefined,
    }))
    return areShownBy(
      log.filter((other) => !isCreation(other)),
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
    clause === '4.1/limit-most' && question.asks === 'silence'
      ? 'The document does not state the answer to a limit outside 1 to 100, so it may be a longer list.'
      : undefined,
  ({ clause, seen: { question, status } }) => {
    const sent = readJson(question.body ?? '')
    const values = sent.ok && isObject(sent.value) ? sent.value : {}
    const nulled = optionalMembers.find(
      (member) => values[member.name] === null && clauseOfSentMember(section, member, 'value') === clause,
    )
    if (nulled === undefined || status !== 201) return undefined
    return `${nulled.name} is not required, and many services take null as absent: this one added the animal without it.`
  },
  ({ seen: { number, question, status } }, log) => {
    if (status !== 409 || question.asks !== 'create') return undefined
    const { name } = question.animal
    const isRepeated = log.some(
      (earlier) =>
        earlier.number < number && earlier.question.asks === 'create' && earlier.question.animal.name === name,
    )
    return isRepeated
      ? 'The same animal was sent before. The document does not say that duplicates are added.'
      : undefined
  },
  ({ seen: { question, status = 0 } }) =>
    question.asks === 'create' && status !== 429 && question.tolerates?.(status) === true
      ? `What was sent is unusual, and may be refused. Section 7 names 400 for that; ${status} says it more precisely.`
      : undefined,
]

/**
 * A verdict in which each finding that can be defended has the reading that does so, and is a warning:
 * spec/decisions/0060-what-the-suite-holds-against-a-deployment.md.
 */
export function withReadings(verdict: Verdict, log: readonly Seen[]): Verdict {
  const findings = verdict.findings.map((finding) => {
    if (finding.reading !== undefined) return finding
    const reading = readings.map((read) => read(finding, log)).find((text) => text !== undefined)
    return reading === undefined ? finding : { ...finding, reading }
  })
  return { ...verdict, findings, state: worstState(findings) ?? verdict.state }
}

/** A verdict of a strict run: what could be defended is broken. */
export function withoutReadings(verdict: Verdict): Verdict {
  const findings = verdict.findings.map(({ reading: _reading, ...finding }) => finding)
  return { ...verdict, findings, state: worstState(findings) ?? verdict.state }
}

function plainName(name: string): string {
  return normalized(name).replaceAll(/\s+/gu, ' ').trim()
}

/** The reading of answers that leave out a status, where others show that the animals have it. */
function areShownBy(
  others: readonly Seen[],
  animals: readonly { readonly id: Int64 | undefined; readonly status: PetStatus | undefined }[],
): string | undefined {
  const statuses = new Map(animals.flatMap(({ id, status }) => (id === undefined || !status ? [] : [[id, status]])))
  const shown = others
    .filter(({ question }) => operations[question.operation].resource === 'Pet')
    .flatMap((seen) => petsOf(seen) ?? petOf(seen.json) ?? [])
    .filter(({ id }) => id !== undefined && statuses.has(id))
  const isShown = shown.length > 0 && shown.every(({ id, status }) => id !== undefined && statuses.get(id) === status)
  return isShown
    ? 'Section 2 does not require status in a Pet, so an answer may leave it out. Other answers show it.'
    : undefined
}
