import { undoCommand } from './actions.ts'
import { useFeed } from './bench/feed.tsx'
import { type Notice, usePanel } from './panel-context.tsx'
import { Action } from './ui/action.tsx'
import { CurlButton } from './ui/text.tsx'

/** The last line of the panel, which covers nothing: how the last action ended, and whether the mock answers. */
export function StatusBar({ notice: { text, isProblem = false, line, undo } }: { notice: Notice }) {
  const { isLost, transport } = usePanel()
  // What answers again may be another mock, as the stream says.
  const isGone = useFeed().isBroken || isLost
  if (transport.report && text === '') return null
  return (
    <div class="bar status">
      <p role="status" class={`grows notice ${isProblem ? 'problem' : ''}`}>
        {text}
      </p>
      {undo && <Action {...undoCommand(undo)} class="small" />}
      {line && <CurlButton line={line} />}
      {!transport.report && (
        <p class="row muted" role="status">
          <span style={{ color: isGone ? 'var(--bad)' : 'var(--good)' }} aria-hidden="true">
            ●
          </span>
          <span>{isGone ? 'no answer' : transport.isServer ? 'live' : 'in this tab'}</span>
        </p>
      )}
    </div>
  )
}
