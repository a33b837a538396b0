import { useState } from 'preact/hooks'
import { counted } from '../../../spec/counted.ts'
import type { ControlTypes, Playing } from '../../../spec/made/control-types.ts'
import type { Transport } from '../../control/client/transport.ts'
import { AnimalCategory } from '../data/animal-form.tsx'
import { statusTones } from '../data/animals-table.tsx'
import { usePanel } from '../panel-context.tsx'
import { SearchField } from '../ui/field.tsx'
import { Badge, Empty, Part, Table } from '../ui/layout.tsx'
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
      <Part heading="h2" title="What plays">
        {playing.length === 0 && <p class="muted">Nothing: every call is answered as documented.</p>}
        {playing.length > 0 && <Plays playing={playing} />}
        {held > 0 && <p>{`${counted(held, 'call')} held back.`}</p>}
      </Part>
      <Part heading="h2" title="Fault">
        {fault === null ? (
          <p class="muted">None.</p>
        ) : (
          <p>
            <Badge kind="bad">{fault.id}</Badge> {fault.summary}{' '}
            <small>{`${fault.clause}: ${clauses.get(fault.clause)}`}</small>
          </p>
        )}
      </Part>
      <Part heading="h2" title="Clock">
        <p>
          <time class="mono" dateTime={clock.now}>
            {`${clock.now.slice(0, 19).replace('T', ' ')} UTC`}
          </time>{' '}
          <Badge kind={clock.mode === 'real' ? 'good' : 'info'}>{clock.mode}</Badge>
        </p>
      </Part>
      <Part heading="h2" title="Choices that differ from the default">
        {Object.keys(choices).length === 0 && <p class="muted">None.</p>}
        <dl class="steps">
          {Object.entries(choices).map(([id, choice]) => (
            <div key={id}>
              <dt>{id}</dt>
              <dd>
                <strong>
                  <Text>{choice}</Text>
                </strong>{' '}
                <span class="muted">{silences.get(id)}</span>
              </dd>
            </div>
          ))}
        </dl>
      </Part>
    </>
  )
}

function Plays({ playing }: { playing: Playing }) {
  return (
    <Table label="What plays" heads={['Scenario', 'Calls', 'How often', 'What it does']}>
      {playing.map(({ scenario, operation, calls, status, summary }, index) => (
        <tr key={index}>
          <th scope="row">
            <Badge kind="warn">{scenario}</Badge>
          </th>
          <td>{operation ?? 'every call'}</td>
          <td>{calls === null ? 'until ended' : `${calls} more`}</td>
          <td class="grows">{[status, summary].filter(Boolean).join(': ')}</td>
        </tr>
      ))}
    </Table>
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
