import { CopyButton } from './copy-button.tsx'

/** A line for a shell, ready to copy. `what` says which, such as "the line that repeats the call". */
export function ShellLine({ line, what, advice = '' }: { line: string; what: string; advice?: string }) {
  return (
    <div class="line">
      <code tabIndex={0} role="textbox" aria-readonly="true" aria-label={`${what[0]?.toUpperCase()}${what.slice(1)}`}>
        {line || advice}
      </code>
      {line === '' ? null : <CopyButton text={line} what={what} />}
    </div>
  )
}
