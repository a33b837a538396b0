import type { Clause, ClauseId, Int64, OperationId, PlanName, Resource, SilenceId } from '../../spec/index.ts'
import type { Finding, Outcome, Verdict, Level } from './verdict.ts'

/** A request and its answer as people read it. */
export interface ExchangeSummary {
  readonly number: number
  readonly method: string
  /** Below the base address, query included. */
  readonly path: string
  readonly url: string
  readonly requestBody: string | undefined
  readonly status: number | undefined
  readonly responseHeaders: Readonly<Record<string, string>>
  /** The beginning of the body. */
  readonly responseBody: string
  /** Why no whole answer came. */
  readonly problem: string | undefined
  readonly tookMilliseconds: number
}

/** A departure from a clause, once for each operation. */
export interface FindingResult extends Omit<Finding, 'seen'> {
  readonly level: Level
  readonly section: string
  readonly clauseText: string
  readonly operation: OperationId
  /** The check or probe that found it. */
  readonly foundBy: string
  readonly exchange: ExchangeSummary
  /** A command for a shell that shows it; the key is `$API_KEY`. */
  readonly curl: string
  /** The probe that repeats it, for `--only`. */
  readonly only: string
  /** The requests that show it, such as the one that added the animal; empty where one request does. */
  readonly sequence: readonly string[]
  /** The finding that likely causes this one. */
  readonly cause?: FindingId | undefined
  /** How many exchanges showed it. */
  readonly times: number
  /** Whether an earlier run that this one is compared with did not show it. */
  readonly isNew?: boolean
}

/** The outcome of a clause. */
export interface ClauseResult {
  readonly id: ClauseId
  readonly section: Clause['section']
  readonly text: string
  readonly state: Outcome
  readonly reason: string | undefined
}

export type ClauseState = Pick<ClauseResult, 'state' | 'reason'>

/** The outcome of a check or probe. */
export type VerdictResult = Omit<Verdict, 'findings'>

/** An animal that a run added. */
export interface AddedAnimal {
  /** An id alone does not tell it from what has the same id in another resource. */
  readonly resource: Resource
  readonly id: Int64 | undefined
  readonly name: string
}

/** How many exchanges of a recording were judged, and how many were not, by the reason. */
export interface RecordingRead {
  readonly judged: number
  /** How many of those were judged without a body, because it was not recorded. */
  readonly withoutBody: number
  readonly leftOut: Readonly<Record<string, number>>
}

/** A run as plain data. Whoever makes one masks its texts: {@link masked}. */
export interface RunResult {
  readonly baseUrl: string
  /** The plan of the key, where it was named. */
  readonly plan: PlanName | undefined
  /** What was asked for beyond a default run, such as `read-only`. */
  readonly options: readonly string[]
  readonly startedAt: string
  readonly tookMilliseconds: number
  readonly requests: number
  readonly mostRequests: number
  /** What random sequences were drawn from; `undefined` without them. */
  readonly seed: number | undefined
  readonly animals: readonly AddedAnimal[]
  /** Names of animals, and what else was sent, that may have been added: the request was neither answered with 201 nor clearly refused. */
  readonly perhapsAdded: readonly string[]
  readonly verdicts: readonly VerdictResult[]
  readonly clauses: readonly ClauseResult[]
  /** By their levels. A strict run has no warnings; only a recording has what is open. */
  readonly findings: readonly FindingResult[]
  /** The choices that the deployment showed where the interface is silent. */
  readonly profile: Observed
  /** Why the run stopped early. It may have judged enough all the same: random sequences leave out what would take too long. */
  readonly gaveUp: string | undefined
  /** What was read of a recording, where nothing was sent. */
  readonly recording?: RecordingRead
  /** How the run compares with an earlier one. */
  readonly baseline?: Comparison
  /** Whether enough was seen to judge the deployment. */
  readonly isConclusive: boolean
  /** 0 all held, 1 something is broken, 3 inconclusive or in doubt. */
  readonly exitCode: 0 | 1 | 3
}

/** What a deployment chose where the interface is silent, as far as a run could see. */
export type Observed = Readonly<Partial<Record<SilenceId, string>>>

/** The findings of one level. */
export function ofLevel({ findings }: Pick<RunResult, 'findings'>, level: Level): readonly FindingResult[] {
  return findings.filter((finding) => finding.level === level)
}

/** What identifies a finding from run to run. */
export type FindingId = Pick<FindingResult, 'clause' | 'operation'>

/** How a run compares with an earlier one. */
export interface Comparison {
  /** When the earlier run started. */
  readonly startedAt: string
  /** What was broken then and holds now. */
  readonly mended: readonly FindingId[]
  /** Whether only new findings count. */
  readonly onlyNew: boolean
}
