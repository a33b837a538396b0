import { usePanel } from '../panel-context.tsx'
import { Action } from '../ui/action.tsx'
import { Table } from '../ui/layout.tsx'
import { SelectAction } from '../ui/select-action.tsx'
import type { Scenario } from '../../../spec/made/control-types.ts'
import { useOften } from './often.tsx'
import { byUse, columnOf } from './spoken.ts'
import { isPossible, switchOf } from './switch.ts'

/** A row of the board: an operation, or all calls together. */
interface RowProps {
  /** `null` for every call. */
  readonly operation: string | null
  /** For how many calls a click plays; `undefined` until it is ended. */
  readonly calls: number | undefined
}

/** What each operation answers, and what it could answer: spec/decisions/0208-one-board.md. */
export function Board() {
  const { lists, view, to } = usePanel()
  const { field, calls } = useOften('until ended')
  const heads = byUse(lists.scenarios).flatMap(({ id }) => columnOf(id) ?? [])
  const rows = [...lists.operations.map(({ id }) => id), null]
  return (
    <div class="stack">
      <div class="row">
        <h2>Next calls</h2>
        {field}
        {!!view?.playing.length && (
          <Action text="End all" class="small" request={to('DELETE', '/scenarios')} done="Every scenario has ended." />
        )}
      </div>
      <div class="board">
        <Table label="What each operation answers" heads={['Operation', 'as documented', ...heads, 'more']}>
          {rows.map((operation) => (
            <Row key={operation} operation={operation} calls={calls} />
          ))}
        </Table>
      </div>
    </div>
  )
}

function Row({ operation, calls }: RowProps) {
  const panel = usePanel()
  const { lists, view, to } = panel
  const scenarios = byUse(lists.scenarios)
  const where = operation ?? 'every call'
  const playing = (view?.playing ?? []).filter((play) => play.operation === operation)
  const query = operation === null ? '' : `?operation=${operation}`
  const more = scenarios.filter((scenario) => columnOf(scenario.id) === undefined && isPossible(scenario, operation))
  const switchFor = (id: string) =>
    switchOf(panel, more.find((scenario) => scenario.id === id) ?? (more[0] as Scenario), operation, calls)
  const others = playing.filter(({ scenario }) => columnOf(scenario) === undefined)
  return (
    <tr>
      <th scope="row" class="wide">
        {where}
      </th>
      <td>
        <Action
          text={
            <>
              {playing.length === 0 && <span aria-hidden="true">●</span>}
              <span class="word">as documented</span>
            </>
          }
          aria-label={`${where} as documented`}
          request={to('DELETE', `/scenarios${query}`)}
          done={`Nothing is played for ${where}.`}
          aria-pressed={playing.length === 0}
          disabled={playing.length === 0}
        />
      </td>
      {scenarios
        .filter(({ id }) => columnOf(id) !== undefined)
        .map((scenario) => (
          <Cell key={scenario.id} scenario={scenario} operation={operation} calls={calls} />
        ))}
      <td class={others.length === 0 ? '' : 'is-on'}>
        <SelectAction
          label={`More for ${where}`}
          value=""
          options={[
            ['', others.map(({ scenario }) => scenario).join(', ') || 'more…'],
            ...more.map(({ id, summary }) => [id, `${id}: ${summary}`] as const),
          ]}
          requestFor={(id) => switchFor(id).request}
          doneFor={(id) => switchFor(id).done}
        />
      </td>
    </tr>
  )
}

function Cell({ scenario, operation, calls }: RowProps & { scenario: Scenario }) {
  const panel = usePanel()
  const { id, summary } = scenario
  const where = operation ?? 'every call'
  const word = columnOf(id) ?? id
  if (!isPossible(scenario, operation)) {
    return (
      <td class="never">
        <span class="visually-hidden">{`${where} never answers so`}</span>
      </td>
    )
  }
  const { play, ...change } = switchOf(panel, scenario, operation, calls)
  const left = play === undefined ? '' : play.calls === null ? 'on' : `${play.calls} left`
  return (
    <td class={play === undefined ? '' : 'is-on'}>
      <Action
        {...change}
        text={
          <>
            <span class="word">{word}</span> {left}
          </>
        }
        aria-label={`${word} ${left} for ${where}`.replace('  ', ' ')}
        aria-pressed={play !== undefined}
        title={summary}
      />
    </td>
  )
}
