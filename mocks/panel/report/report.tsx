import { type ComponentChildren, toChildArray } from 'preact'
import { useState } from 'preact/hooks'
import { counted } from '../../../spec/counted.ts'
import type { ControlTypes } from '../../../spec/made/control-types.ts'
import type { Transport } from '../../control/client/transport.ts'
import { AnimalCategory } from '../data/animal-form.tsx'
import { statusTones } from '../data/animals-table.tsx'
import { usePanel } from '../panel-context.tsx'
import { SearchField } from '../ui/field.tsx'
import { Badge, type BadgeKind, Empty, Part, Table } from '../ui/layout.tsx'
import { Text } from '../ui/text.tsx'
import { useResource } from '../use-resource.ts'
import { hasWords } from '../visible-text.ts'

/** Which moment a report shows, of what, and what it leaves out. */
export function ReportLine({ report: { at, test, leftOut } }: { report: NonNullable<Transport['report']> }) {
  const missing = Object.entries({ call: leftOut.calls, animal: leftOut.animals })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => counted(count, what))
  return (
    <p class="report-line">
      <time dateTime={at}>{`Recorded ${at.slice(0, 16).replace('T', ' ')} UTC, read only.`}</time>
      {missing.length > 0 && <span>{`Left out: ${missing.join(', ')}.`}</span>}
      {test && (
        <strong>
          <Text>{test}</Text>
        </strong>
      )}
    </p>
  )
}

/** What decided the answers: the tab "Situation" of a report. */
export function SituationThen() {
  const { view, lists } = usePanel()
  if (view === undefined) return null
  const { playing, fault, held, clock, choices } = view
  const clauses = new Map(lists.clauses.map(({ id, text }) => [id, text]))
  const silences = new Map(lists.silences.map(({ id, question }) => [id, question]))
  return (
    <>
      <Section title="What plays" none="Nothing: every call is answered as documented.">
        {playing.map(({ scenario, operation, calls, status, summary }, index) => (
          <Line key={index} kind="warn" name={scenario}>
            {`${operation ?? 'every call'}, ${calls === null ? 'until ended' : `${calls} more`}: `}
            {[status, summary].filter(Boolean).join(': ')}
          </Line>
        ))}
        {held > 0 && <li>{`${counted(held, 'call')} held back.`}</li>}
      </Section>
      <Section title="Fault" none="None.">
        {(fault === null ? [] : [fault]).map(({ id, summary, clause }) => (
          <Line key={id} kind="bad" name={id}>
            {summary} <small>{`${clause}: ${clauses.get(clause)}`}</small>
          </Line>
        ))}
      </Section>
      <Section title="Clock">
        <Line kind={clock.mode === 'real' ? 'good' : 'info'} name={clock.mode}>
          <time class="mono" dateTime={clock.now}>
            {`${clock.now.slice(0, 19).replace('T', ' ')} UTC`}
          </time>
        </Line>
      </Section>
      <Section title="Choices that differ from the default" none="None.">
        {Object.entries(choices).map(([id, choice]) => (
          <Line key={id} kind="info" name={choice}>
            <code>{id}</code> {silences.get(id)}
          </Line>
        ))}
      </Section>
    </>
  )
}

/** A list, or what stands where it is empty. */
function Section({ title, none, children }: { title: string; none?: string; children: ComponentChildren }) {
  const lines = toChildArray(children)
  return (
    <Part heading="h2" title={title}>
      {lines.length === 0 ? <p class="muted">{none}</p> : <ul class="lined">{lines}</ul>}
    </Part>
  )
}

function Line({ kind, name, children }: { kind: BadgeKind; name: string; children: ComponentChildren }) {
  return (
    <li>
      <Badge kind={kind}>
        <Text>{name}</Text>
      </Badge>{' '}
      {children}
    </li>
  )
}

/** The animals: the tab "Data" of a report. */
export function AnimalsThen() {
  const { to } = usePanel()
  const [search, setSearch] = useState('')
  const { value } = useResource<ControlTypes['listAnimals']['reply']>(to('GET', '/animals').target)
  if (value === undefined) return null
  const found = value.animals.filter(({ id, name, status = '' }) => hasWords(`${id} ${name} ${status}`, search))
  if (value.total === 0) return <Empty title="There was no animal." />
  return (
    <div class="stack">
      <div class="row unlabelled">
        <SearchField label="Find an animal" placeholder="Name, id or status" value={search} onValue={setSearch} />
        <p class="muted" role="status">
          {counted(found.length, 'animal')}
        </p>
      </div>
      <Table label="Animals" heads={['Id', 'Name', 'Category', 'Status']}>
        {found.map(({ id, name, categoryId, status }) => (
          <tr key={String(id)}>
            <td class="mono">{String(id)}</td>
            <td class="grows">{name === '' ? <em>no name</em> : <Text>{name}</Text>}</td>
            <td>
              <AnimalCategory id={categoryId} />
            </td>
            <td>{status === undefined ? null : <Badge kind={statusTones[status]}>{status}</Badge>}</td>
          </tr>
        ))}
      </Table>
    </div>
  )
}
