import { visibleText } from '../visible-text.ts'

/** Text that came from outside, on one line: what cannot be seen is named, and its direction stays its own. */
export function Text({ children }: { children: string }) {
  return <bdi>{visibleText(children)}</bdi>
}

/** Text that came from outside, with its line breaks, in a box that scrolls. `label` says what it is. */
export function TextBlock({ children, label }: { children: string; label: string }) {
  return (
    <pre class="text-block" tabIndex={0} role="region" aria-label={label}>
      {visibleText(children, true)}
    </pre>
  )
}
