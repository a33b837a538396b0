import { visibleText } from '../visible-text.ts'

/** Text that came from outside, on one line: what cannot be seen is named, and its direction stays its own. */
export function Text({ children }: { children: string }) {
  return <bdi>{visibleText(children)}</bdi>
}

interface TextBlockProps {
  /** What the text is. */
  readonly label: string
  /** Whether names and values are told apart by colours. */
  readonly isJson?: boolean
  readonly children: string
}

/** Text that came from outside, with its line breaks, in a box that scrolls. */
export function TextBlock({ children, label, isJson = false }: TextBlockProps) {
  return (
    <pre class="text-block" tabIndex={0} role="region" aria-label={label}>
      {isJson && children.length <= mostColoured ? colouredJson(children) : visibleText(children, true)}
    </pre>
  )
}

/** An element for each value costs a browser more than text. */
const mostColoured = 20_000

function colouredJson(text: string) {
  // A string, with what makes it a name; a number or literal; or what is between them.
  const parts = text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[\w.+-]+|[^"\w.+-]+/gs)
  return Array.from(parts, ([part, string, colon], index) => {
    const colour = colon !== undefined ? 'info' : string !== undefined ? 'good' : /\w/.test(part) ? 'warn' : 'ink'
    return (
      <span key={index} style={{ color: `var(--${colour})` }}>
        {visibleText(part, true)}
      </span>
    )
  })
}
