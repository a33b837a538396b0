import { undoCommand } from './actions.ts'
import { type Notice, usePanel } from './panel-context.tsx'
import { Action } from './ui/action.tsx'
import { CurlButton } from './ui/text.tsx'

/** The last line of the panel, which covers nothing: how the last action ended. */
export function StatusBar({ notice: { text, isProblem = false, line, undo } }: { notice: Notice }) {
  if (usePanel().transport.report && text === '') return null
  return (
    <div class="bar status">
      <p role="status" class={`grows notice ${isProblem ? 'problem' : ''}`}>
        {text}
      </p>
      {undo && <Action {...undoCommand(undo)} class="small" />}
      {line && <CurlButton line={line} />}
    </div>
  )
}
