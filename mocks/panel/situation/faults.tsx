import { useState } from 'preact/hooks'
import { usePanel } from '../panel-context.tsx'
import { Action } from '../ui/action.tsx'
import { SearchField } from '../ui/field.tsx'
import { Fold } from '../ui/fold.tsx'
import { Badge } from '../ui/layout.tsx'
import { hasWords } from '../visible-text.ts'

/** Every fault, by the clause that it breaks; one at a time is active. */
export function Faults({ isOpen }: { isOpen: boolean }) {
  const { lists, view, to } = usePanel()
  const [search, setSearch] = useState('')
  const texts = new Map(lists.clauses.map(({ id, text }) => [id, text]))
  const found = lists.faults.filter(({ id, clause, summary }) =>
    hasWords(`${id} ${clause} ${summary} ${texts.get(clause)}`, search),
  )
  const on = view?.fault?.id
  const about = on === undefined ? `none of ${lists.faults.length}` : <Badge kind="bad">{on}</Badge>
  return (
    <Fold id="faults" title="Faults" isOpen={isOpen} about={about}>
      <p class="muted prose">
        A fault breaks one clause of the interface, so that a contract suite has something to find. One at a time is
        active, for every call, until you switch it off.
      </p>
      <div class="row unlabelled">
        <SearchField label="Search the faults" value={search} onValue={setSearch} />
        <p role="status" class="muted">
          {found.length === 0
            ? `No fault fits “${search}”. Search for less.`
            : `${found.length} of ${lists.faults.length} fit.`}
        </p>
      </div>
      <ul class="lined scroller">
        {found.map(({ id, clause, summary }) => (
          <li key={id} class="row" title={texts.get(clause)}>
            <span>
              <code>{id}</code> {summary} <small>{clause}</small>
            </span>
            <Action
              text={id === on ? 'Switch off' : 'Switch on'}
              aria-label={`Switch ${id === on ? 'off' : 'on'} ${id}`}
              class={id === on ? 'danger' : 'quiet'}
              request={to('PATCH', '/settings', { fault: id === on ? null : id })}
              done={id === on ? 'The fault was switched off.' : `The fault ${id} is active.`}
            />
          </li>
        ))}
      </ul>
    </Fold>
  )
}
