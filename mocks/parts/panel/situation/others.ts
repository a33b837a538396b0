import type { ControlRequest } from '../../../control/client/transport.ts'
import type { Scenario } from '../../../../spec/made/control-types.ts'
import type { Panel } from '../panel-context.tsx'
import { visibleText } from '../visible-text.ts'
import { byUse, columnOf, wordsOf } from './spoken.ts'
import { isPossible, switchOf } from './switch.ts'

/** The kinds of what the situations that people want leave out. */
export const abouts = {
  scenario: ['Further scenarios', 'for the calls and as often as chosen for the situations'],
  fault: ['Faults', 'for every call until stopped; each breaks one clause, and takes the place of the one before'],
  choice: ['Choices', 'other answers where the interface is silent, for every call'],
}

export interface Scope {
  /** `null` for every call. */
  readonly operation: string | null
  /** For how many calls a click plays; `undefined` until it is stopped. */
  readonly calls: number | undefined
}

/** A scenario, a fault or a choice with what it does, and the request that plays it or stops it. */
export interface Other {
  readonly kind: keyof typeof abouts
  readonly id: string
  readonly about: string
  /** What it is found by besides. */
  readonly words: string
  readonly isOn: boolean
  readonly isDisabled?: boolean
  readonly request: ControlRequest
  readonly done: string
}

const atShares = (flaky: Scenario) =>
  [0.1, 0.5, 0.9].map((share) => ({ ...flaky, id: `flaky@${share}`, summary: `${share * 10} of 10 calls go wrong` }))

/** @param isRest whether those that have a tile are left out */
export function scenarioRows(panel: Panel, { operation, calls }: Scope, isRest: boolean): readonly Other[] {
  return byUse(panel.lists.scenarios)
    .filter(({ id }) => !isRest || columnOf(id) === undefined)
    .flatMap((one) => (one.id === 'flaky' ? [one, ...atShares(one)] : [one]))
    .map((scenario) => {
      const { id, summary, operations } = scenario
      const { play, ...change } = switchOf(panel, scenario, operation, calls)
      const isDisabled = !isPossible(scenario, operation)
      return {
        kind: 'scenario',
        id,
        about: isDisabled ? `only for ${operations?.join(' and ')}: ${summary}` : summary,
        words: `scenario ${columnOf(id)} ${wordsOf(id)}`,
        isOn: play !== undefined,
        isDisabled,
        ...change,
      }
    })
}

export function faultRows({ lists, view, to }: Panel): readonly Other[] {
  const clauses = new Map(lists.clauses.map(({ id, text }) => [id, text]))
  return lists.faults.map(({ id, clause, summary }) => {
    const isOn = id === view?.fault?.id
    return {
      kind: 'fault',
      id,
      about: `${summary} (${clause})`,
      words: `fault ${clauses.get(clause)}`,
      isOn,
      request: to('PATCH', '/settings', { fault: isOn ? null : id }),
      done: isOn
        ? 'The fault has ended.'
        : `The fault ${id} plays${view?.fault ? ` in place of ${view.fault.id}` : ''}.`,
    }
  })
}

/** The answers to the questions that the interface leaves open, but for the defaults. */
export function choiceRows({ lists, view, to }: Panel): readonly Other[] {
  return lists.silences.flatMap(({ id, section, question, default: usual, choices }) => {
    const does = new Map(choices.map((one) => [one.choice, one.does]))
    const chosen = view?.choices[id] ?? usual
    // One with numbers of its own, which a flag or a profile chose, is in no list.
    const values = [...new Set([...does.keys(), chosen])].filter((value) => value !== usual)
    return values.map((value): Other => {
      const isOn = value === chosen
      return {
        kind: 'choice',
        id: `${id}=${value}`,
        about: `${question} ${does.get(value) ?? ''} (section ${section})`,
        words: `choice ${question}`,
        isOn,
        request: to('PATCH', '/settings', { profile: { [id]: isOn ? usual : value } }),
        done: `${id} is ${visibleText(isOn ? usual : value)} from the next call on.`,
      }
    })
  })
}
