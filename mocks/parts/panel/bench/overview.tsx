import { counted } from '../../../../spec/counted.ts'
import type { Coverage } from '../../../../spec/made/control-types.ts'
import { sandboxPath } from '../../../control/client/sandbox-path.ts'
import { usePanel } from '../panel-context.tsx'
import { Action } from '../ui/action.tsx'
import { CloseButton, Finding, Part } from '../ui/layout.tsx'
import { ShellLine, Text } from '../ui/text.tsx'
import { useResource } from '../use-resource.ts'
import { useFeed } from './feed.tsx'

/** What all calls together say: of the deployment behind a proxy, of the client, and what the client never met. */
export function Overview({ onClose }: { onClose: () => void }) {
  const { lists, view, call, transport } = usePanel()
  const { conduct, found } = useFeed()
  return (
    <div class="call-view all-calls" role="group" aria-label="All calls">
      <div class="call-title row">
        <h2 tabIndex={-1}>All calls</h2>
        <CloseButton label="Close “All calls”" onClick={onClose} />
      </div>
      <div class="call-body">
        {call === undefined && (
          <p class="muted">Choose a call to see why it was answered so. ↑ and ↓ go from one to the next.</p>
        )}
        {found && <Found />}
        <Part title="The client">
          {(conduct?.findings ?? []).map(({ rule, level, clause, summary, advice, times, seen }) => (
            <Finding key={rule} label={rule} isError={level === 'error'} title={sentence(summary)}>
              <code>{rule}</code> <small>{clause ?? 'recommendation'}</small>
              <p>
                {counted(times, 'time')}, <CallLinks calls={seen.flatMap(({ calls }) => calls)} />
              </p>
              <p>{advice}</p>
            </Finding>
          ))}
          <p class="muted" role="status">
            {conductText(
              conduct?.calls ?? 0,
              conduct?.lostCalls ?? 0,
              (conduct?.findings.length ?? 0) > 0 || transport.report !== undefined,
            )}
          </p>
        </Part>
        {lists.deployment === null && (view?.calls ?? 0) > 0 && <NeverMet />}
      </div>
    </div>
  )
}

/** A report is of a test that failed: there, nothing is said to be well. */
function conductText(calls: number, lost: number, isQuiet: boolean): string {
  if (calls === 0) return 'No call to judge yet.'
  const missing = lost === 0 ? '' : ` ${counted(lost, 'earlier call')} are not judged.`
  return `${counted(calls, 'call')} judged by the clauses that bind clients${isQuiet ? '' : ': nothing to mend'}.${missing}`
}

const sentence = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}.`

function Found() {
  const { found } = useFeed()
  if (found === undefined) return null
  const { deployment, judged, leftOut, findings } = found
  return (
    <Part title={`What ${deployment} broke`}>
      {findings.map(({ level, clause, text, operation, expected, received, reading, doubt, times, calls, curl }) => (
        <Finding key={clause + operation} label={`${clause} ${operation}`} isError={level === 'broken'} title={text}>
          <code>{clause}</code> <small>{`${operation} · ${level}`}</small>
          <p>
            Expected <Text>{expected}</Text>, received <Text>{received}</Text>.
          </p>
          {reading === null ? null : <p>Defended by: {reading}</p>}
          {doubt === null ? null : (
            <p>{`Settled by ${doubt.settledBy}; seen for ${(doubt.lastedMilliseconds / 1000).toFixed(1)} seconds.`}</p>
          )}
          <p>
            {counted(times, 'time')}, <CallLinks calls={calls} />
          </p>
          <ShellLine line={curl} what="the line that shows it" />
        </Finding>
      ))}
      <p class="muted" role="status">
        {judged === 0
          ? 'No answer yet.'
          : `${counted(judged, 'answer')} judged${findings.length === 0 ? ': every one kept the contract so far' : ''}.`}
      </p>
      {Object.entries(leftOut).map(([reason, count]) => (
        <p key={reason} class="muted">{`${counted(count, 'call')} not judged: ${reason}.`}</p>
      ))}
    </Part>
  )
}

/** Opens calls by their numbers, the first few. */
function CallLinks({ calls }: { calls: readonly number[] }) {
  const { openCall } = usePanel()
  return [...new Set(calls)].slice(0, 5).map((number) => (
    <button key={number} type="button" class="link" onClick={() => openCall(number)}>
      {`call ${number}`}
    </button>
  ))
}

/** The answers and scenarios that no call met; a click lets the next call meet one. */
function NeverMet() {
  const { sandbox, view, lists, to, transport } = usePanel()
  const { value } = useResource<Coverage>(sandboxPath(sandbox, '/coverage'), undefined, view?.calls)
  if (value === undefined) return null
  const { total, met, answers } = value
  const scenarioOf = (status: number | null) => lists.scenarios.find(({ code }) => code === status)?.id
  const byOperation = Map.groupBy(
    answers.filter(({ calls }) => calls === 0),
    ({ operation }) => operation,
  )
  return (
    <details>
      <summary>
        <strong>Never met</strong> <small>{`${total - met} of ${total} answers`}</small>
      </summary>
      <dl class="steps">
        {[...byOperation].map(([operation, never]) => (
          <div key={operation}>
            <dt>{operation}</dt>
            <dd class="row">
              {never.map(({ status, scenario }) => {
                const id = scenario ?? scenarioOf(status)
                const text = scenario ?? String(status)
                if (id === undefined || transport.report) return <span key={text}>{text}</span>
                return (
                  <Action
                    key={text}
                    text={text}
                    class="small"
                    aria-label={`Let the next ${operation} meet ${text}`}
                    request={to('POST', '/scenarios', { scenario: id, operation, calls: 1 })}
                    done={`The next ${operation} meets ${id}.`}
                  />
                )
              })}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
