// Counts what each check found, and gives its verdict.
import type { ClauseId, OperationId } from '../../spec/index.ts'
import type { Check, Terms } from '../checks/check.ts'
import { truncateBody } from '../exchange/truncate-body.ts'
import type { Seen } from '../exchange/question.ts'
import { type Finding, type Verdict, worstState, levelOf } from '../verdict/verdict.ts'

/** A check, or a comparison of several exchanges. */
type Subject = Pick<Check, 'id' | 'title' | 'clauses'>

/** What was found in all exchanges that a check applied to. */
interface Tally extends Subject {
  applied: number
  readonly held: Set<ClauseId>
  /** By clause, operation and state. */
  readonly findings: Map<string, Finding[]>
}

/** What a check found in one exchange. It counts once it is added. */
export interface CheckFindings {
  readonly check: Check
  readonly findings: readonly Finding[]
}

const mostNumbers = 5

/** What each check found in all exchanges, whoever sent them. */
export class Tallies {
  readonly #checks: readonly Check[]
  readonly #tallies: ReadonlyMap<string, Tally>
  readonly #mostAlike: number
  readonly #numbers = new Map<string, Set<number>>()

  /** @param mostAlike how many findings of a clause and operation are kept; later ones are counted */
  constructor(checks: readonly Check[], comparisons: readonly Subject[] = [], mostAlike = Number.POSITIVE_INFINITY) {
    const tallyOf = (subject: Subject): Tally => ({ ...subject, applied: 0, held: new Set(), findings: new Map() })
    this.#checks = checks
    this.#tallies = new Map([...checks, ...comparisons].map((subject) => [subject.id, tallyOf(subject)]))
    this.#mostAlike = mostAlike
  }

  /** Runs every check that applies, and notes what held. @param canSee false for a check that needs what was not recorded */
  runChecks(seen: Seen, terms: Terms, canSee: (check: Check) => boolean = () => true): readonly CheckFindings[] {
    const shortSeen = truncateBody(seen)
    return this.#checks.flatMap((check) => {
      const look = canSee(check) ? check.look(seen, terms) : undefined
      if (look === undefined) return []
      const { tests, departures } = look
      const departed = departures.flatMap(({ clause, also }) => [clause, ...also])
      const held = tests.filter((clause) => !departed.includes(clause))
      this.note(check.id, held)
      return [{ check, findings: departures.map((each) => ({ ...each, seen: shortSeen })) }]
    })
  }

  /** Notes that a subject applied, and what held. */
  note(id: string, held: readonly ClauseId[] = []): void {
    const tally = this.#of(id)
    tally.applied++
    for (const clause of held) tally.held.add(clause)
  }

  /** Counts findings. @returns those of a clause and operation that were not found before */
  add(id: string, findings: readonly Finding[]): readonly Finding[] {
    return findings.filter((finding) => {
      const kind = kindOf(finding.clause, finding.seen.question.operation)
      const numbers = this.#numbers.get(kind) ?? new Set()
      if (numbers.size < mostNumbers) this.#numbers.set(kind, numbers.add(finding.seen.number))
      const group = groupOf(finding)
      const alike = this.#of(id).findings.get(group) ?? []
      const last = alike.at(-1)
      if (last === undefined || alike.length < this.#mostAlike) alike.push(finding)
      else alike[alike.length - 1] = { ...last, times: (last.times ?? 1) + 1 }
      this.#of(id).findings.set(group, alike)
      return last === undefined
    })
  }

  /** Counts only findings of a new clause, operation and state: all exchanges are compared again each time. */
  addNew(id: string, findings: readonly Finding[]): readonly Finding[] {
    const isNew = (finding: Finding): boolean => !this.#of(id).findings.has(groupOf(finding))
    return this.add(id, findings.filter(isNew))
  }

  get findings(): readonly Finding[] {
    return [...this.#tallies.values()].flatMap(findingsOf)
  }

  /** Whether the same clause and operation has a finding already. */
  isKnown({ clause, seen }: Finding): boolean {
    return this.#numbers.has(kindOf(clause, seen.question.operation))
  }

  /** The numbers of the first exchanges that showed a departure. */
  numbersOf({ clause, operation }: { readonly clause: ClauseId; readonly operation: OperationId }): readonly number[] {
    return [...(this.#numbers.get(kindOf(clause, operation)) ?? [])]
  }

  /** The verdict of each check. @param counts whether a finding says something about the service */
  verdicts(counts: (finding: Finding) => boolean = () => true): readonly Verdict[] {
    return [...this.#tallies.values()].map((tally): Verdict => {
      const { id, title, clauses, applied, held } = tally
      const findings = findingsOf(tally).filter(counts)
      const state = worstState(findings) ?? (applied === 0 ? 'not applicable' : 'held')
      const reason = applied === 0 ? 'No exchange was of the kind that it looks at.' : undefined
      return { id, kind: 'check', title, clauses, state, reason, findings, held: [...held] }
    })
  }

  #of(id: string): Tally {
    const tally = this.#tallies.get(id)
    if (tally === undefined) throw new TypeError(`There is no tally of "${id}".`)
    return tally
  }
}

function findingsOf({ findings }: Tally): readonly Finding[] {
  return [...findings.values()].flat()
}

function kindOf(clause: ClauseId, operation: OperationId): string {
  return `${clause} ${operation}`
}

/** A warning must not hide that the same is broken later. */
function groupOf(finding: Finding): string {
  return `${kindOf(finding.clause, finding.seen.question.operation)} ${levelOf(finding)}`
}
