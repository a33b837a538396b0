import { useState } from 'preact/hooks'
import { counted } from '../../../../spec/counted.ts'
import type { Scenario } from '../../../../spec/made/control-types.ts'
import type { ControlRequest } from '../../../control/client/transport.ts'
import { type Panel, usePanel } from '../panel-context.tsx'
import { Action } from '../ui/action.tsx'
import { SearchField } from '../ui/field.tsx'
import { Button } from '../ui/layout.tsx'
import { Roving } from '../ui/roving.tsx'
import { hasWords, visibleText } from '../visible-text.ts'
import { useOften } from './often.tsx'
import { byUse, columnOf, wordsOf } from './spoken.ts'
import { isPossible, switchOf } from './switch.ts'

/** What a call could meet: the situations that people want, and a list of all others, faults and choices included. */
export function Play() {
  const panel = usePanel()
  const { lists } = panel
  const { field, calls } = useOften('until stopped')
  const [operation, setOperation] = useState<string | null>(null)
  const [search, setSearch] = useState('')
  const scope = { operation, calls }
  const wanted = byUse(lists.scenarios).filter(({ id }) => columnOf(id) !== undefined)
  const others = [...scenarioRows(panel, scope, search === ''), ...faultRows(panel), ...choiceRows(panel)]
  const found = others.filter(({ id, about, words }) => hasWords(`${id} ${about} ${words}`, search))
  return (
    <div class="card play-next">
      <div class="row">
        <h2>Play for</h2>
        <Roving class="segments" role="group" aria-label="For which calls">
          {[null, ...lists.operations.map(({ id }) => id)].map((one) => (
            <Button
              key={one}
              text={one ?? 'every call'}
              class="small"
              aria-pressed={one === operation}
              onClick={() => setOperation(one)}
            />
          ))}
        </Roving>
        {field}
      </div>
      <Roving class="tiles" role="group" aria-label={`Situations for ${operation ?? 'every call'}`}>
        {wanted.map((one) => (
          <Tile key={one.id} scenario={one} {...scope} />
        ))}
      </Roving>
      <div class="row unlabelled">
        <h2>Others</h2>
        <SearchField
          label="Search the others"
          placeholder="Search: gateway, list type, retry-after …"
          value={search}
          onValue={setSearch}
        />
        <span class="muted" role="status">
          {found.length === 0 ? 'Nothing fits. Search for less.' : `${counted(found.length, 'other')} to play`}
        </span>
      </div>
      <Roving class="scroller">
        {Object.entries(abouts).map(([kind, about]) => {
          const rows = found.filter((row) => row.kind === kind)
          return rows.length === 0 ? null : (
            <div key={kind}>
              <h3>{about}</h3>
              <ul class="lined">
                {rows.map((row) => (
                  <OtherRow key={row.id} row={row} />
                ))}
              </ul>
            </div>
          )
        })}
      </Roving>
    </div>
  )
}

const abouts = {
  scenario: 'Scenarios: what else a frontend must survive',
  fault: 'Faults: each breaks one clause, so that a contract suite has something to find; one plays at a time',
  choice: 'Choices: other answers where the interface is silent, for every call; a client must not rely on any',
}

interface Scope {
  /** `null` for every call. */
  readonly operation: string | null
  /** For how many calls a click plays; `undefined` until it is stopped. */
  readonly calls: number | undefined
}

/** A scenario that people want, by their word for it. */
function Tile({ scenario, operation, calls }: Scope & { readonly scenario: Scenario }) {
  const panel = usePanel()
  const { play, ...change } = switchOf(panel, scenario, operation, calls)
  const word = columnOf(scenario.id)
  const left = play === undefined ? '' : play.calls === null ? 'on' : `${play.calls} left`
  return (
    <Action
      {...change}
      text={
        <>
          <strong>
            {word} {left && <small>{left}</small>}
          </strong>
          <small>{`${word === scenario.id ? '' : `${scenario.id}: `}${scenario.summary.replace(/[;,] .*/, '')}`}</small>
        </>
      }
      class="tile"
      aria-pressed={play !== undefined}
      disabled={!isPossible(scenario, operation)}
      title={scenario.summary}
    />
  )
}

/** A scenario, a fault or a choice with what it does, and the request that plays it or stops it. */
interface Other {
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

function OtherRow({ row: { id, about, isOn, isDisabled, request, done } }: { row: Other }) {
  const word = isOn ? 'Stop' : 'Play'
  return (
    <li class="row">
      <span>
        <code>{visibleText(id)}</code> {about}
      </span>
      <Action
        text={word}
        class="small"
        aria-label={`${word} ${id}`}
        aria-pressed={isOn}
        disabled={isDisabled}
        request={request}
        done={done}
      />
    </li>
  )
}

/** @param isRest whether those that have a tile are left out */
function scenarioRows(panel: Panel, { operation, calls }: Scope, isRest: boolean): readonly Other[] {
  return byUse(panel.lists.scenarios)
    .filter(({ id }) => !isRest || columnOf(id) === undefined)
    .map((scenario) => {
      const { id, summary: about } = scenario
      const { play, ...change } = switchOf(panel, scenario, operation, calls)
      const isDisabled = !isPossible(scenario, operation)
      return { kind: 'scenario', id, about, words: wordsOf(id), isOn: play !== undefined, isDisabled, ...change }
    })
}

function faultRows({ lists, view, to }: Panel): readonly Other[] {
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
      done: isOn ? 'The fault has ended.' : `The fault ${id} plays.`,
    }
  })
}

/** The answers to the questions that the interface leaves open, but for the defaults. */
function choiceRows({ lists, view, to }: Panel): readonly Other[] {
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
        about: `${does.get(value) ?? question} (section ${section})`,
        words: `choice ${question}`,
        isOn,
        request: to('PATCH', '/settings', { profile: { [id]: isOn ? usual : value } }),
        done: `${id} is ${visibleText(isOn ? usual : value)} from the next call on.`,
      }
    })
  })
}
