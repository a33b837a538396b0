import { type OperationId, counted, operationIds, operations } from '../../spec/index.ts'
import type { CallCount } from '../journal/call-counts.ts'
import type { Journal } from '../journal/journal.ts'
import { type Scenario, type ScenarioId, appliesTo, scenarios } from '../world/scenarios.ts'

/** What a client can meet at an operation: a documented status, or a scenario. */
export interface CoveredAnswer {
  readonly operation: OperationId
  /** `null` for a scenario. */
  readonly status: number | null
  /** `null` for a documented status. */
  readonly scenario: ScenarioId | null
  /** How many calls met it. */
  readonly calls: number
}

/** What the calls of a client met. */
export interface Coverage {
  readonly total: number
  readonly met: number
  /** How many calls were not counted. 0 unless replicas share the sandbox. */
  readonly lostCalls: number
  readonly answers: readonly CoveredAnswer[]
}

/** What the calls of a journal met, also those that it has dropped: `coverageOf(store.sandbox().journal)`. */
export function coverageOf({ counts, total: calls }: Pick<Journal, 'counts' | 'total'>): Coverage {
  const answers = operationIds.flatMap((operation) => answersOf(operation, counts))
  return {
    total: answers.length,
    met: answers.filter((answer) => answer.calls > 0).length,
    lostCalls: calls - sum(counts),
    answers,
  }
}

function answersOf(operation: OperationId, all: readonly CallCount[]): CoveredAnswer[] {
  const counts = all.filter((each) => each.operation === operation)
  const documented = Object.keys(operations[operation].responses).map(Number)
  return [
    ...documented.map((status) => ({
      operation,
      status,
      scenario: null,
      calls: sum(counts.filter((each) => each.status === status && each.answer !== 'unsent')),
    })),
    ...scenarios
      .filter((scenario) => appliesTo(scenario, operation) && !documented.includes(codeOf(scenario)))
      .map((scenario) => ({
        operation,
        status: null,
        scenario: scenario.id,
        calls: sum(counts.filter((each) => isMet(scenario, each))),
      })),
  ]
}

/** A client can also meet the same without the scenario: an empty list, or a status that is not documented. */
function isMet(scenario: Scenario, { scenario: played, answer, status }: CallCount): boolean {
  if (played === scenario.id || (scenario.id === 'empty' && answer === 'empty')) return true
  return answer !== 'unsent' && status === codeOf(scenario)
}

function codeOf({ code = 0 }: Scenario): number {
  return code
}

function sum(counts: readonly CallCount[]): number {
  return counts.reduce((total, { count }) => total + count, 0)
}

/** Which answers were never met, as lines of text. */
export function coverageText({ total, met, lostCalls, answers }: Coverage): string {
  const lines = operationIds.map((operation) => {
    const never = answers.filter((answer) => answer.operation === operation && answer.calls === 0)
    const statuses = never.flatMap(({ status }) => status ?? []).join(', ')
    const played = never.flatMap(({ scenario }) => scenario ?? []).join(', ')
    const missed = [statuses && `never met ${statuses}`, played && `never met the scenarios ${played}`]
    return `  ${operation}: ${missed.filter((part) => part !== '').join('; ') || 'everything was met'}`
  })
  const next = answers.filter((answer) => answer.calls === 0).flatMap((answer) => exampleOf(answer) ?? [])
  const lost = lostCalls === 0 ? [] : [`  ${counted(lostCalls, 'call')} could not be counted.`]
  return [
    `Coverage: ${met} of ${total} documented answers and scenarios were met.`,
    ...lines,
    ...lost,
    ...next.slice(0, 1),
  ].join('\n')
}

/** What makes the next call of an operation meet an answer; `undefined` if no scenario does. */
function exampleOf({ operation, status, scenario }: CoveredAnswer): string | undefined {
  const played = scenarios.find((one) => (scenario === null ? codeOf(one) === status : one.id === scenario))
  if (played === undefined || !appliesTo(played, operation)) return undefined
  const body = JSON.stringify({ scenario: played.id, operation, calls: 1 })
  return `  To test ${operation} ${status ?? scenario}: POST /_mock/sandboxes/default/scenarios ${body}, then let your client call it.`
}
