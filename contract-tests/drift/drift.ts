import { type Clause, type ClauseId, type Silence, clauses, operations, silences } from '../../spec/index.ts'
import { probes } from '../run/probes.ts'
import type { Need } from '../probes/probe.ts'
import type { Outcome, Level } from '../verdict/verdict.ts'
import { differenceOf } from './choice-difference.ts'
import type { Side } from './side.ts'
import type { FindingResult } from '../verdict/result.ts'
import { reasonOf } from '../report/summary.ts'

/** One of the two that are compared: A was named first. */
export type Letter = 'a' | 'b'

/** A clause that both were judged by, with another outcome. */
export interface ClauseDrift extends Pick<Clause, 'id' | 'section' | 'text'> {
  readonly a: SideOutcome
  readonly b: SideOutcome
}

interface SideOutcome {
  readonly state: Outcome
  /** What only this side showed: each operation once. */
  readonly findings: readonly FindingResult[]
}

/** A silence for which the sides chose differently. Of long choices, only what differs. */
export interface ChoiceDrift extends Pick<Silence, 'id' | 'section' | 'question'> {
  readonly a: string
  readonly b: string
}

/** The comparison of two sides. */
export interface Drift {
  readonly clauses: readonly ClauseDrift[]
  readonly choices: readonly ChoiceDrift[]
  /** How much was the same. */
  readonly same: { readonly clauses: number; readonly choices: number }
  /** Clauses and choices that only one side showed, and why the other did not. They are no differences. */
  readonly onlyOne: {
    readonly clauses: readonly { readonly id: ClauseId; readonly judged: Letter; readonly reason: string }[]
    readonly choices: readonly { readonly id: string; readonly known: Letter; readonly choice: string }[]
  }
  /** Why the run of a side showed too little. */
  readonly problems: readonly { readonly of: Letter; readonly problem: string }[]
  /** 0 no drift, 1 drift, 3 inconclusive. */
  readonly exitCode: 0 | 1 | 3
}

/** Compares two sides, clause by clause and choice by choice. */
export function driftBetween(a: Side, b: Side): Drift {
  const judged = compareClauses(a, b)
  const chosen = silences.map((silence) => ({ ...silence, a: a.profile[silence.id], b: b.profile[silence.id] }))
  const bothChose = chosen.flatMap(({ id, section, question, a: one, b: other }) =>
    one === undefined || other === undefined ? [] : [{ id, section, question, a: one, b: other }],
  )
  const choices = bothChose.flatMap((both) => {
    const differing = differenceOf(both.id, both.a, both.b)
    return differing === undefined ? [] : [{ ...both, ...differing }]
  })
  const letters = ['a', 'b'] as const
  const problems = letters.flatMap((of) => {
    const { gaveUp, isConclusive } = { a, b }[of]
    const problem = gaveUp ?? 'Too little could be judged.'
    return isConclusive ? [] : [{ of, problem }]
  })
  const compared = judged.both.length + bothChose.length
  return {
    clauses: judged.differing,
    choices,
    same: { clauses: judged.both.length - judged.differing.length, choices: bothChose.length - choices.length },
    onlyOne: {
      clauses: judged.onlyOne,
      choices: chosen.flatMap(({ id, ...both }) =>
        letters.flatMap((known) => {
          const choice = both[known]
          const isAlone = choice !== undefined && both[known === 'a' ? 'b' : 'a'] === undefined
          return isAlone ? [{ id, known, choice }] : []
        }),
      ),
    },
    problems,
    exitCode: judged.differing.length + choices.length > 0 ? 1 : problems.length > 0 || compared === 0 ? 3 : 0,
  }
}

function compareClauses(a: Side, b: Side) {
  const both: ClauseDrift[] = []
  const onlyOne: Drift['onlyOne']['clauses'][number][] = []
  for (const { id, section, text } of clauses) {
    const one = outcomeOf(id, a, b)
    const other = outcomeOf(id, b, a)
    if (one.isJudged && other.isJudged) both.push({ id, section, text, ...withoutCommon(one, other) })
    else if (one.isOnlyHere || (one.isJudged && !other.isOnlyHere))
      onlyOne.push({ id, judged: 'a', reason: other.reason })
    else if (other.isOnlyHere || other.isJudged) onlyOne.push({ id, judged: 'b', reason: one.reason })
  }
  const differing = both.filter(
    (clause) => clause.a.state !== clause.b.state || clause.a.findings.length + clause.b.findings.length > 0,
  )
  return { both, differing, onlyOne }
}

const counts: readonly Level[] = ['broken', 'warning']

/** The outcome of a clause on one side, without findings that the requests of the other side could not show. */
function outcomeOf(id: ClauseId, side: Side, other: Side) {
  const known = side.clauses.find((clause) => clause.id === id)
  const { state = 'inconclusive' } = known ?? {}
  const all = side.findings.filter(
    ({ level, clause, also }) => counts.includes(level) && [clause, ...also].includes(id),
  )
  const findings = all.filter((finding) => wasAsked(finding, other))
  const isStrict = ({ options }: Side): boolean => options.includes('strict')
  const open = known === undefined ? 'Only its choices are known.' : reasonOf(known, side.findings)
  const isOnlyHere = all.length > 0 && findings.length === 0
  return {
    // A strict run calls a warning broken.
    state: state === 'warning' && isStrict(side) !== isStrict(other) ? 'broken' : state,
    findings,
    isJudged: ['held', 'broken', 'warning'].includes(state) && !isOnlyHere,
    isOnlyHere,
    reason: state === 'held' ? 'Its run does not send the request that showed it.' : (open ?? ''),
  }
}

function wasAsked({ only, operation }: FindingResult, { options, seed }: Side): boolean {
  const met: Readonly<Record<Need, boolean>> = {
    writing: !options.includes('read-only'),
    'exceeding-limit': options.includes('probe-rate-limit'),
    learning: options.includes('learn'),
    thorough: seed !== undefined,
  }
  const needs = probes.find(({ id }) => id === only)?.needs ?? []
  const writes: readonly Need[] = operations[operation].method === 'GET' ? [] : ['writing']
  return [...needs, ...writes].every((need) => met[need])
}

/** If both sides break a clause by the same operation, that is no difference. */
function withoutCommon(a: SideOutcome, b: SideOutcome): Pick<ClauseDrift, Letter> {
  const alone = (one: SideOutcome, other: SideOutcome): SideOutcome => ({
    state: one.state,
    findings: one.findings.filter(
      ({ operation }) =>
        one.state !== other.state || !other.findings.some((finding) => finding.operation === operation),
    ),
  })
  return { a: alone(a, b), b: alone(b, a) }
}
