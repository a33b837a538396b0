import { CopyButton } from './ui/copy-button.tsx'

interface CommandBarProps {
  /** What does the same in a shell. */
  readonly line: string
  /** How the latest action ended. */
  readonly notice: { readonly text: string; readonly isProblem: boolean } | undefined
  readonly isServer: boolean
}

/** The foot of the panel: how the latest action ended, and the line that does what is pointed at, ready to copy. */
export function CommandBar({ line, notice, isServer }: CommandBarProps) {
  const advice = isServer
    ? 'Point at a button: its curl line stands here.'
    : 'Point at a button: the curl line that does the same with npm start stands here.'
  return (
    <footer class="command-bar">
      <p role="status" class={notice?.isProblem === true ? 'notice bad' : 'notice'}>
        {notice?.text ?? ''}
      </p>
      <div class="line">
        <code tabIndex={0} role="textbox" aria-readonly="true" aria-label="The line for a shell">
          {line === '' ? advice : line}
        </code>
        {line === '' ? null : <CopyButton text={line} what="the line" />}
      </div>
    </footer>
  )
}
