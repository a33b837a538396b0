import { type Clause, type ClauseId, type Silence, clauses, operations, silences } from '../../../spec/index.ts'
import { differing } from '../../baseline/index.ts'
import { probes } from '../../all.ts'
import type { Need } from '../../probes/probe.ts'
import type { Outcome } from '../../verdict/verdict.ts'
import { differenceOf } from './choice-difference.ts'
import type { Side } from './side.ts'
import type { FindingResult } from '../../verdict/result.ts'

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
interface ChoiceDrift extends Pick<Silence, 'id' | 'section' | 'question'> {
  readonly a: string
  readonly b: string
}

/** The comparison of two sides. */
export interface Drift {
  readonly clauses: readonly ClauseDrift[]
  readonly choices: readonly ChoiceDrift[]
  /** How much was the same. */
  readonly same: { readonly clauses: number; readonly choices: number }
  /** Clauses and choices that only one side showed. They are no differences. */
  readonly onlyOne: {
    readonly clauses: readonly { readonly id: ClauseId; readonly judged: Letter }[]
    readonly choices: readonly { readonly id: string; readonly known: Letter; readonly choice: string }[]
  }
  /** Why the run of a side showed too little. */
  readonly problems: readonly { readonly of: Letter; readonly problem: string }[]
  /** 0 no drift, 1 drift, 3 inconclusive. */
  readonly exitCode: 0 | 1 | 3
}

/** Compares two sides, clause by clause and choice by choice. */
export function driftBetween(a: Side, b: Side): Drift {
  const { both, drifting, onlyOne } = compareClauses(a, b)
  const chosen = silences.map(({ id, section, question }) => ({
    id,
    section,
    question,
    of: [a.profile[id], b.profile[id]],
  }))
  const known = chosen.flatMap(({ of: [one, other], ...silence }) =>
    one === undefined || other === undefined ? [] : [{ ...silence, a: one, b: other }],
  )
  const choices = known.flatMap((each) => {
    const differs = differenceOf(each.id, each.a, each.b)
    return differs === undefined ? [] : [{ ...each, ...differs }]
  })
  const problems = ([a, b] as const).flatMap(({ gaveUp, isConclusive }, at) =>
    isConclusive ? [] : [{ of: at === 0 ? 'a' : 'b', problem: gaveUp ?? 'Too little could be judged.' } as const],
  )
  return {
    clauses: drifting,
    choices,
    same: { clauses: both.length - drifting.length, choices: known.length - choices.length },
    onlyOne: {
      clauses: onlyOne,
      choices: chosen.flatMap(({ id, of: [one, other] }) => {
        const choice = one ?? other
        if (choice === undefined || (one !== undefined && other !== undefined)) return []
        return [{ id, known: one === undefined ? ('b' as const) : ('a' as const), choice }]
      }),
    },
    problems,
    exitCode:
      drifting.length + choices.length > 0 ? 1 : problems.length > 0 || both.length + known.length === 0 ? 3 : 0,
  }
}

function compareClauses(a: Side, b: Side) {
  const both: ClauseDrift[] = []
  const onlyOne: Drift['onlyOne']['clauses'][number][] = []
  for (const { id, section, text } of clauses) {
    const [one, other] = [outcomeOf(id, a, b), outcomeOf(id, b, a)]
    if (one.isJudged && other.isJudged)
      both.push({ id, section, text, a: withoutCommon(id, one, other), b: withoutCommon(id, other, one) })
    else if (one.isOnlyHere || (one.isJudged && !other.isOnlyHere)) onlyOne.push({ id, judged: 'a' })
    else if (other.isOnlyHere || other.isJudged) onlyOne.push({ id, judged: 'b' })
  }
  const drifting = both.filter(
    (clause) => clause.a.state !== clause.b.state || clause.a.findings.length + clause.b.findings.length > 0,
  )
  return { both, drifting, onlyOne }
}

/** The outcome of a clause on one side, without findings that the requests of the other side could not show. */
function outcomeOf(id: ClauseId, side: Side, other: Side) {
  const { state = 'inconclusive' } = side.clauses.find((clause) => clause.id === id) ?? {}
  const all = side.findings.filter(
    ({ level, clause, also }) => (level === 'broken' || level === 'warning') && [clause, ...also].includes(id),
  )
  const findings = all.filter((finding) => wasAsked(finding, other))
  const isOnlyHere = all.length > 0 && findings.length === 0
  const isStrict = side.options.includes('strict') !== other.options.includes('strict')
  return {
    // A strict run calls a warning broken.
    state: state === 'warning' && isStrict ? 'broken' : state,
    findings,
    isJudged: ['held', 'broken', 'warning'].includes(state) && !isOnlyHere,
    isOnlyHere,
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
  return needs.every((need) => met[need]) && (met.writing || operations[operation].method === 'GET')
}

/** If both sides break a clause by the same operation, that is no difference. */
function withoutCommon(id: ClauseId, { state, findings }: SideOutcome, other: SideOutcome): SideOutcome {
  return { state, findings: state === other.state ? differing(findings, other.findings, id) : findings }
}
