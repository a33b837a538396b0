import { useEffect, useRef, useState } from 'preact/hooks'
import { usePanel } from '../panel-context.tsx'
import { Action } from '../ui/action.tsx'
import { Field } from '../ui/field.tsx'
import { Button, Part } from '../ui/layout.tsx'
import { Roving } from '../ui/roving.tsx'
import { hasWords, visibleText } from '../visible-text.ts'
import { columnOf, namesOf } from './spoken.ts'
import { type Scope, choiceSwitches, faultSwitches, scenarioSwitches } from './switches.ts'

/** For how many calls a click plays. */
const times = { once: 1, '3 times': 3, 'until stopped': undefined }

/** What a call could meet: the situations that people want, for the calls of a scope. */
export function Play({ scope, onScope }: { scope: Scope; onScope: (scope: Scope) => void }) {
  const panel = usePanel()
  const { operation, calls } = scope
  return (
    <div class="card">
      <h2>Play for</h2>
      <Roving class="row" role="group" aria-label="For which calls">
        {[null, ...panel.lists.operations.map(({ id }) => id)].map((one) => (
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
        {scenarioSwitches(panel, scope).map(({ id, about, isOn, isPossible, request, done }) =>
          columnOf(id) === undefined ? null : (
            <Action
              key={id}
              text={
                <>
                  <strong>{namesOf(id)}</strong> <small>{about.replace(/[;,] .*?(?= \(\w+\)$|$)/, '')}</small>
                </>
              }
              class="tile"
              aria-pressed={isOn}
              disabled={!isPossible}
              title={about}
              request={request}
              done={done}
            />
          ),
        )}
      </Roving>
      <p class="muted">slow comes on top of what else plays: one call spends both. Of all others, the latest wins.</p>
    </div>
  )
}

/** A search through all else, faults and choices included. */
export function Others({ scope }: { scope: Scope }) {
  const panel = usePanel()
  const [search, setSearch] = useState('')
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Whoever led here says what to look for; the clock is elsewhere.
    if (panel.detail === undefined || panel.detail === 'clock') return
    setSearch(panel.detail)
    // After the panel, which goes to the top of a section that it comes to.
    queueMicrotask(() => box.current?.focus())
  }, [panel.detail])
  const scenarios = scenarioSwitches(panel, scope).filter(({ id }) => search !== '' || columnOf(id) === undefined)
  const found = [...scenarios, ...faultSwitches(panel), ...choiceSwitches(panel)].filter(({ id, about, also, group }) =>
    hasWords(`${id} ${about} ${also} ${group}`, search),
  )
  return (
    <div class="card others">
      <div class="row unlabelled">
        <Field
          type="search"
          label="Search the others"
          placeholder="fault list, choice 404, scenario …"
          value={search}
          onValue={setSearch}
          inputRef={box}
        />
        <span class="muted" role="status">
          {found.length === 0 ? 'Nothing fits. Search for less.' : `${found.length} to play`}
        </span>
      </div>
      <p class="muted">Faults and choices are for every call; of the faults, one at a time.</p>
      <Roving class="stack scroller">
        {[...Map.groupBy(found, ({ group }) => group)].map(([group, rows]) => (
          <Part key={group} title={group}>
            <ul class="lined">
              {rows.map(({ id, about, isOn, isPossible, request, done }) => (
                <li key={id} class="row">
                  <span>
                    <code>{visibleText(id)}</code> {about}
                  </span>
                  <Action
                    text={isOn ? 'Stop' : 'Play'}
                    class="quiet small"
                    aria-label={`${isOn ? 'Stop' : 'Play'} ${id}`}
                    aria-pressed={isOn}
                    disabled={!isPossible}
                    request={request}
                    done={done}
                  />
                </li>
              ))}
            </ul>
          </Part>
        ))}
      </Roving>
    </div>
  )
}
