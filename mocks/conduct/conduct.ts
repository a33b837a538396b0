import { type ClauseId, type OptionKinds, aWholeNumber, checkOptions, counted } from '../../spec/index.ts'
import type { KeyRing } from '../keys/keys.ts'
import type { Journal } from '../journal/journal.ts'
import type { JournalRecord } from '../journal/journal-record.ts'
import { lostText } from '../journal/lost-calls.ts'
import type { Rule } from './rule.ts'
import { sendingRules } from './sending-rules.ts'
import { waitingRules } from './waiting-rules.ts'

/** Every rule of conduct, by name. */
export const rules = { ...waitingRules, ...sendingRules }

/** The name of a rule of conduct. */
export type RuleId = keyof typeof rules

/** Every name. */
export const ruleIds = Object.keys(rules) as RuleId[]

/** Which rules are checked. */
export interface ConductOptions {
  /** Rules that are turned off. */
  readonly off?: readonly RuleId[] | undefined
  /** How many times of each finding are in `seen`, the first ones. Default: 5. */
  readonly seen?: number | undefined
}

/** A rule that a client broke. */
export interface ConductFinding extends Pick<Rule, 'level' | 'summary' | 'advice'> {
  readonly rule: RuleId
  readonly clause: ClauseId | null
  /** How often it was broken. */
  readonly times: number
  /** The first few times, each with the numbers of the calls that show it. */
  readonly seen: readonly { readonly text: string; readonly calls: readonly number[] }[]
}

/** Which rules a client broke, as far as its known calls show. */
export interface Conduct {
  /** How many calls were judged, and how many were not, because the journal had dropped them. */
  readonly calls: number
  readonly lostCalls: number
  readonly errors: number
  readonly warnings: number
  /** Errors first. */
  readonly findings: readonly ConductFinding[]
}

const optionKinds: OptionKinds<ConductOptions> = {
  off: {
    expected: `an array of rules: ${ruleIds.join(', ')}`,
    accepts: (value) => Array.isArray(value) && value.every((id) => ruleIds.some((known) => known === id)),
  },
  seen: aWholeNumber(0),
}

/** Judges the calls of one sandbox as they come. It uses bounded memory, however many there are. */
export class ConductWatch {
  readonly #keys: KeyRing
  readonly #collected: readonly Collected[]
  readonly #mostSeen: number
  #judges: readonly ((record: JournalRecord) => void)[]
  #calls = 0
  #lostCalls = 0
  #latest = 0

  /** @throws {OptionsError} when an option is invalid */
  constructor(keys: KeyRing, options: ConductOptions = {}) {
    checkOptions('conduct', options, optionKinds)
    this.#keys = keys
    this.#mostSeen = options.seen ?? 5
    this.#collected = ruleIds
      .filter((rule) => options.off?.includes(rule) !== true)
      .map((rule) => {
        const { clause, level, summary, advice }: Rule = rules[rule]
        return { rule, level, clause: clause ?? null, summary, advice, times: 0, seen: [] }
      })
    this.#judges = this.#begin()
  }

  #begin() {
    const keys = this.#keys
    return this.#collected.map((finding) => {
      const judge = rules[finding.rule].watch(keys)
      return (record: JournalRecord) =>
        judge(record, (seen, ...calls) => {
          finding.times++
          if (finding.seen.length === this.#mostSeen) return
          const text = keys.masker(record.call.headers['authorization'])(seen).slice(0, 300)
          finding.seen.push({ text, calls })
        })
    })
  }

  /** Judges the next call. @returns the rules that were broken for the first time */
  see(record: JournalRecord): readonly ConductFinding[] {
    // The sandbox was reset, so earlier calls no longer matter.
    if (record.number <= this.#latest) this.#judges = this.#begin()
    this.#latest = record.number
    this.#calls++
    const isNew = this.#collected.map(({ times }) => times === 0)
    for (const judge of this.#judges) judge(record)
    return this.#collected.filter(({ times }, at) => times > 0 && isNew[at])
  }

  /** Judges all calls that a journal still has. */
  seeAll(journal: Pick<Journal, 'records' | 'total' | 'size'>): void {
    for (const record of journal.records()) this.see(record)
    this.#lostCalls += journal.total - journal.size
  }

  /** The judgement so far. */
  get conduct(): Conduct {
    const found = this.#collected.filter(({ times }) => times > 0)
    const count = (level: Rule['level']) => found.filter((finding) => finding.level === level).length
    return {
      calls: this.#calls,
      lostCalls: this.#lostCalls,
      errors: count('error'),
      warnings: count('warning'),
      findings: structuredClone(found.toSorted((one, other) => one.level.localeCompare(other.level))),
    }
  }
}

interface Collected extends ConductFinding {
  times: number
  readonly seen: { readonly text: string; readonly calls: readonly number[] }[]
}

/** The findings as lines of text: each broken rule, the calls that show it, and how to mend the client. */
export function conductText({ calls, lostCalls, findings }: Conduct): string {
  const judged = counted(calls, 'call')
  const lost = lostCalls === 0 ? [] : [`  Earlier calls were not judged: ${lostText(lostCalls)}`]
  if (findings.length === 0) return [`Conduct: nothing to mend in ${judged}.`, ...lost].join('\n')
  return [
    `Conduct, judged by ${judged}:`,
    ...lost,
    ...findings.flatMap(({ rule, level, clause, summary, advice, times, seen }) => [
      `  ${level}  ${rule}: ${summary} (${clause === null ? 'recommendation' : clause})`,
      ...seen.map(({ text, calls: shown }) => `    ${text} (call ${shown.join(', ')})`),
      ...(times > seen.length ? [`    and ${times - seen.length} more times`] : []),
      `    ${advice}`,
    ]),
  ].join('\n')
}
