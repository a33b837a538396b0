import { useEffect, useState } from 'preact/hooks'
import type { Scenario } from '../../../../spec/made/control-types.ts'
import { usePanel } from '../panel-context.tsx'
import { Action } from '../ui/action.tsx'
import { Field } from '../ui/field.tsx'
import { Button } from '../ui/layout.tsx'
import { Roving } from '../ui/roving.tsx'
import { hasWords, visibleText } from '../visible-text.ts'
import { type Other, type Scope, abouts, choiceRows, faultRows, scenarioRows } from './others.ts'
import { byUse, columnOf, namesOf } from './spoken.ts'
import { isPossible, switchOf } from './switch.ts'

/** For how many calls a click plays. */
const times = { once: 1, '3 times': 3, 'until stopped': undefined }

/** What a call could meet: the situations that people want, for the calls of a scope. */
export function Play({ scope, onScope }: { scope: Scope; onScope: (scope: Scope) => void }) {
  const { lists } = usePanel()
  const { operation, calls } = scope
  const wanted = byUse(lists.scenarios).filter(({ id }) => columnOf(id) !== undefined)
  return (
    <div class="card">
      <h2>Play for</h2>
      <Roving class="row" role="group" aria-label="For which calls">
        {[null, ...lists.operations.map(({ id }) => id)].map((one) => (
          <Button
            key={one}
            text={one ?? 'every call'}
            class="small"
            aria-pressed={one === operation}
            onClick={() => onScope({ ...scope, operation: one })}
          />
        ))}
      </Roving>
      <Roving class="row" role="group" aria-label="How often">
        {Object.entries(times).map(([often, count]) => (
          <Button
            key={often}
            text={often}
            class="small"
            aria-pressed={count === calls}
            onClick={() => onScope({ ...scope, calls: count })}
          />
        ))}
      </Roving>
      <Roving class="tiles" role="group" aria-label={`Situations for ${operation ?? 'every call'}`}>
        {wanted.map((one) => (
          <Tile key={one.id} scenario={one} {...scope} />
        ))}
      </Roving>
    </div>
  )
}

/** A search through all else, faults and choices included. */
export function Others({ scope }: { scope: Scope }) {
  const panel = usePanel()
  const [search, setSearch] = useState('')
  useEffect(() => {
    // Whoever led here says what to look for; the clock is elsewhere.
    if (panel.detail !== undefined && panel.detail !== 'clock') setSearch(panel.detail)
  }, [panel.detail])
  const others = [...scenarioRows(panel, scope, search === ''), ...faultRows(panel), ...choiceRows(panel)]
  const found = others.filter(({ id, about, words }) => hasWords(`${id} ${about} ${words}`, search))
  return (
    <div class="card others">
      <div class="row unlabelled">
        <Field
          type="search"
          label="Search the others"
          placeholder="fault list, choice 404, scenario …"
          value={search}
          onValue={setSearch}
        />
        <span class="muted" role="status">
          {found.length === 0 ? 'Nothing fits. Search for less.' : `${found.length} to play`}
        </span>
      </div>
      <Roving class="stack scroller">
        {Object.entries(abouts).map(([kind, [title, about]]) => {
          const rows = found.filter((row) => row.kind === kind)
          return rows.length === 0 ? null : (
            <div key={kind}>
              <h2>{title}</h2>
              <p class="muted">{about}</p>
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

/** A scenario that people want, by their word for it; for which calls it is played, the head says. */
function Tile({ scenario, operation, calls }: Scope & { readonly scenario: Scenario }) {
  const { play, ...change } = switchOf(usePanel(), scenario, operation, calls)
  const isOffered = isPossible(scenario, operation)
  const only = scenario.operations?.join(', ')
  const about = `${scenario.summary.replace(/[;,] .*/, '')}${operation === null && only ? ` (${only})` : ''}`
  return (
    <Action
      {...change}
      text={
        <>
          <strong>{namesOf(scenario.id)}</strong> <small>{isOffered ? about : `only for ${only}`}</small>
        </>
      }
      class="tile"
      aria-pressed={play !== undefined}
      disabled={!isOffered}
      title={scenario.summary}
    />
  )
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
