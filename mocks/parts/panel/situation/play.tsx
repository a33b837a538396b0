import { useState } from 'preact/hooks'
import type { Scenario } from '../../../../spec/made/control-types.ts'
import { usePanel } from '../panel-context.tsx'
import { Action } from '../ui/action.tsx'
import { SearchField } from '../ui/field.tsx'
import { Button } from '../ui/layout.tsx'
import { Roving } from '../ui/roving.tsx'
import { hasWords, visibleText } from '../visible-text.ts'
import { type Other, type Scope, abouts, choiceRows, faultRows, scenarioRows } from './others.ts'
import { byUse, columnOf, namesOf } from './spoken.ts'
import { isPossible, switchOf } from './switch.ts'

/** For how many calls a click plays. */
const times = { once: 1, '3 times': 3, 'until stopped': undefined }

/** What a call could meet: the situations that people want, and a list of all others, faults and choices included. */
export function Play() {
  const panel = usePanel()
  const { lists } = panel
  const [often, setOften] = useState<keyof typeof times>('until stopped')
  const [operation, setOperation] = useState<string | null>(null)
  const [search, setSearch] = useState('')
  const scope = { operation, calls: times[often] }
  const wanted = byUse(lists.scenarios).filter(({ id }) => columnOf(id) !== undefined)
  const others = [...scenarioRows(panel, scope, search === ''), ...faultRows(panel), ...choiceRows(panel)]
  const found = others.filter(({ id, about, words }) => hasWords(`${id} ${about} ${words}`, search))
  return (
    <div class="card play-next">
      <div class="row">
        <h2>Play for</h2>
        <Roving class="row" role="group" aria-label="For which calls">
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
        <Roving class="row" role="group" aria-label="How often">
          {(Object.keys(times) as (typeof often)[]).map((one) => (
            <Button key={one} text={one} class="small" aria-pressed={one === often} onClick={() => setOften(one)} />
          ))}
        </Roving>
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
          placeholder="Search scenarios, faults and choices"
          value={search}
          onValue={setSearch}
        />
        <span class="muted" role="status">
          {found.length === 0 ? 'Nothing fits. Search for less.' : `${found.length} to play`}
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

/** A scenario that people want, by their word for it. */
function Tile({ scenario, operation, calls }: Scope & { readonly scenario: Scenario }) {
  const panel = usePanel()
  const { play, ...change } = switchOf(panel, scenario, operation, calls)
  const elsewhere = panel.view?.playing.filter((one) => one.scenario === scenario.id && one.operation !== operation)
  const on = play && (play.calls === null ? 'on' : `next ${play.calls}`)
  const plays = on ?? elsewhere?.map((one) => `on for ${one.operation ?? 'every call'}`).join(', ')
  return (
    <Action
      {...change}
      text={
        <>
          <strong>
            {namesOf(scenario.id)} {plays && <small class="played">{plays}</small>}
          </strong>
          <small>{scenario.summary.replace(/[;,] .*/, '')}</small>
        </>
      }
      class="tile"
      aria-pressed={play !== undefined}
      disabled={!isPossible(scenario, operation)}
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
