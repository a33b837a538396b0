import { sectionTitles } from '../../../../spec/index.ts'
import type { ControlRequest } from '../../../control/client/transport.ts'
import type { Panel } from '../panel-context.tsx'
import { visibleText } from '../visible-text.ts'
import { byUse, columnOf, namesOf, wordsOf } from './spoken.ts'

/** For which calls a scenario is played. */
export interface Scope {
  /** `null` for every call. */
  readonly operation: string | null
  /** For how many calls; `undefined` until it is stopped. */
  readonly calls?: number | undefined
}

/** A scenario, a fault or a choice, which a click plays, or stops where it plays: a tile, a row, a command. */
export interface Switch {
  readonly id: string
  /** What playing it is called. */
  readonly text: string
  readonly about: string
  /** What else it is found by. */
  readonly also: string
  readonly group: string
  readonly isOn: boolean
  /** For which other calls it plays. */
  readonly elsewhere?: string
  /** Whether calls of the scope can meet it. */
  readonly isPossible: boolean
  readonly request: ControlRequest
  readonly done: string
}

export function scenarioSwitches({ lists, view, to }: Panel, { operation, calls }: Scope): readonly Switch[] {
  return byUse(lists.scenarios).map(({ id, summary, operations }) => {
    const only = operations?.join(' and ')
    const isPossible = operation === null || operations?.some((one) => one === operation) !== false
    const plays = view?.playing.filter(({ scenario }) => scenario === id) ?? []
    const isOn = plays.some((one) => one.operation === operation)
    const others = plays.filter((one) => one.operation !== operation)
    const which = operation ?? only
    const next = calls === 1 ? ['the next', which, 'call'] : ['the next', calls, which, 'calls']
    const where = calls === undefined ? (which ?? 'every call') : next.filter(Boolean).join(' ')
    const played = { scenario: id, operation: operation ?? undefined, calls }
    return {
      id,
      text: `Play ${namesOf(id)} for ${where}`,
      about: !isPossible ? `only for ${only}` : operation === null && only ? `${summary} (${only})` : summary,
      also: `scenario ${wordsOf(id)}`,
      group: columnOf(id) === undefined ? 'Further scenarios' : 'Situations',
      isOn,
      elsewhere: others.map((one) => one.operation ?? 'every call').join(', '),
      isPossible,
      request: isOn ? to('DELETE', endOf(id, operation)) : to('POST', '/scenarios', played),
      // It may stand there when these calls have come.
      done: `${namesOf(id)} ${isOn ? 'has ended' : 'was set'} for ${where}.`,
    }
  })
}

/** The path that ends a scenario where it is played for an operation, or for every call. */
export function endOf(scenario: string, operation: string | null): string {
  return `/scenarios/${encodeURIComponent(scenario)}${operation === null ? '' : `?operation=${operation}`}`
}

const groupOf = (kind: string, section: string) =>
  `${kind} ${section}: ${(sectionTitles as Readonly<Record<string, string>>)[section]}`

export function faultSwitches({ lists, view, to }: Panel): readonly Switch[] {
  const clauses = new Map(lists.clauses.map((clause) => [clause.id, clause]))
  return lists.faults.map(({ id, clause, summary }) => {
    const isOn = id === view?.fault?.id
    const instead = view?.fault ? ` in place of ${view.fault.id}` : ''
    return {
      id,
      text: `Play the fault ${id}: ${summary}`,
      about: `${summary} (${clause})`,
      also: `fault ${clauses.get(clause)?.text}`,
      group: groupOf('Faults', clauses.get(clause)?.section ?? ''),
      isOn,
      isPossible: true,
      request: to('PATCH', '/settings', { fault: isOn ? null : id }),
      done: isOn ? 'The fault has ended.' : `The fault ${id} plays${instead}.`,
    }
  })
}

/** The answers to the questions that the interface leaves open, but for the defaults. */
export function choiceSwitches({ lists, view, to }: Panel): readonly Switch[] {
  const bySection = lists.silences.toSorted((one, other) => one.section.localeCompare(other.section))
  return bySection.flatMap(({ id, section, question, default: usual, choices }) => {
    const does = new Map(choices.map((one) => [one.choice, one.does]))
    const chosen = view?.choices[id] ?? usual
    // One with numbers of its own, which a flag or a profile chose, is in no list.
    const values = [...new Set([...does.keys(), chosen])].filter((value) => value !== usual)
    return values.map((value) => {
      const isOn = value === chosen
      const next = isOn ? usual : value
      return {
        id: `${id}=${value}`,
        text: `Play the choice ${id}=${value}: ${does.get(value) ?? ''}`,
        about: `${question} ${does.get(value) ?? ''}`,
        also: 'choice',
        group: groupOf('Choices', section),
        isOn,
        isPossible: true,
        request: to('PATCH', '/settings', { profile: { [id]: next } }),
        done: `${id} is ${visibleText(next)} from the next call on.`,
      }
    })
  })
}
