import { usePanel } from '../panel-context.tsx'
import { Action } from '../ui/action.tsx'
import { toneOf } from '../ui/layout.tsx'

/** How long a scenario goes on, in words. */
function leftOf(calls: number | null): string {
  return calls === null ? 'until ended' : calls === 1 ? 'once' : `${calls} times`
}

/** What changes the answers just now, the first that a call meets first. */
export function Playing() {
  const { view, to } = usePanel()
  const playing = view?.playing ?? []
  if (playing.length === 0) return null
  return (
    <ul class="row playing" aria-label="Playing now">
      {playing.map(({ scenario, status, summary, operation, calls }, index) => {
        const path = `/scenarios/${encodeURIComponent(scenario)}${operation === null ? '' : `?operation=${operation}`}`
        return (
          <li key={`${index} ${scenario}`} class="row play" style={toneOf('warn')} title={summary}>
            <span>
              <strong>{status === null ? scenario : `${scenario} ${status}`}</strong>
              {` · ${operation ?? 'every call'} · ${leftOf(calls)}`}
            </span>
            <Action
              text="✕"
              label={`End ${scenario} for ${operation ?? 'every call'}`}
              kind="quiet"
              request={to('DELETE', path)}
              done={`${scenario} has ended.`}
            />
          </li>
        )
      })}
      <li>
        <Action text="End all" request={to('DELETE', '/scenarios')} done="Every scenario has ended." />
      </li>
    </ul>
  )
}
