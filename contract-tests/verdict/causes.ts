import { isDeepStrictEqual } from 'node:util'
import { clausesOf } from '../exchange/clauses-of.ts'
import type { FindingResult, FindingId } from './result.ts'

/**
 * Adds to each finding the one that likely causes it, for example if several operations answer 403 in place of 401. A report
 * shows such findings under their cause. It stays a guess: each finding is broken in its own right.
 */
export function withCauses(findings: readonly FindingResult[]): readonly FindingResult[] {
  const ranked = findings.toSorted((one, other) => rankOf(one, findings) - rankOf(other, findings))
  const causes = new Map<FindingResult, FindingResult>()
  for (const cause of ranked) {
    if (causes.has(cause)) continue
    // What is related to a finding of the group belongs to the group too.
    const group = new Set([cause])
    for (const member of group)
      for (const other of ranked) if (!causes.has(other) && areRelated(member, other)) group.add(other)
    for (const member of group) causes.set(member, cause)
  }
  return findings.map((finding) => {
    const cause = causes.get(finding)
    return { ...finding, cause: cause === finding ? undefined : findingIdOf(cause) }
  })
}

function findingIdOf(finding: FindingId | undefined): FindingId | undefined {
  return finding && { clause: finding.clause, operation: finding.operation }
}

/** The plainest finding comes first: one that says why, then one that others break too, then one of a probe. */
function rankOf(finding: FindingResult, all: readonly FindingResult[]): number {
  const { clause, operation, received, only, foundBy } = finding
  // Such as the 200 that the same request got with a body.
  if (received.and !== undefined) return 0
  const isShared = all.some((other) => other.operation === operation && other.also.includes(clause))
  if (isShared) return 1
  return wrongStatus(finding) !== undefined && only === foundBy ? 2 : 3
}

function areRelated(one: FindingResult, other: FindingResult): boolean {
  if (one.clause === other.clause) return true
  const isOfOne = one.operation === other.operation
  const isNamed = one.also.includes(other.clause) || other.also.includes(one.clause)
  if (isOfOne && (isNamed || hasSameStatus(one, other) || hasSameBody(one, other) || hasSameBody(other, one)))
    return true
  const isSame = isDeepStrictEqual(cameIn(one), cameIn(other))
  const isAlike = nameOf(one) === nameOf(other) || isDeepStrictEqual(wantedIn(one), wantedIn(other))
  if (isAlike && (isSame || one.also.some((clause) => other.also.includes(clause)))) return true
  // A value, such as a name in capitals, that several answers show.
  return isSame && one.at?.member !== undefined && `${one.received.is}`.startsWith('"')
}

/** What came, and where: the same in two items of a list. */
function cameIn({ at, received, circumstance }: FindingResult) {
  return { ...at, item: undefined, received, circumstance }
}

function wantedIn({ kind, at, expected, animal }: FindingResult) {
  return { kind, at, expected, animal }
}

/** What a clause says of its operation: `unauthorized` of 4.1/unauthorized. */
function nameOf({ clause }: FindingResult): string {
  return clause.slice(clause.indexOf('/') + 1)
}

/** Whether both requests got the same wrong status: as a failure of the whole operation, or for all that it refuses. */
function hasSameStatus(one: FindingResult, other: FindingResult): boolean {
  const status = wrongStatus(one)
  if (status === undefined || status !== wrongStatus(other)) return false
  const isRefused = ({ expected: { oneOf = [] } }: FindingResult): boolean => (oneOf[0] ?? 0) >= 400
  return breaksSuccess(one) || breaksSuccess(other) || (isRefused(one) && isRefused(other))
}

/** Whether the same body is wrong as a whole and in a member. */
function hasSameBody(whole: FindingResult, member: FindingResult): boolean {
  const isWhole = breaksSuccess({ ...whole, also: [] }) && wrongStatus(whole) === undefined
  return (
    isWhole &&
    whole.exchange.number === member.exchange.number &&
    member.at?.member !== undefined &&
    member.received.is === undefined
  )
}

/** The wrong status that a finding received; `undefined` for one about something else, or a success that is documented. */
function wrongStatus({ at, received: { is } }: FindingResult): number | undefined {
  return at?.part === 'status' && typeof is === 'number' && is !== 200 && is !== 201 ? is : undefined
}

/** Whether a finding says that a good request has no usable answer. */
function breaksSuccess({ clause, also, operation }: Pick<FindingResult, 'clause' | 'also' | 'operation'>): boolean {
  const whole: readonly string[] = [clausesOf[operation].answers, '1/response-is-json', '2/pets-array', '2/pets-items']
  return [clause, ...also].some((id) => whole.includes(id))
}
