import { usePanel } from '../panel-context.tsx'
import { visibleText } from '../visible-text.ts'
import { counted } from '../../../../spec/counted.ts'
import { Button, Icon } from './layout.tsx'
import { indentJson } from './indent-json.ts'

/** Text that came from outside, on one line: what cannot be seen is named, and its direction stays its own. */
export function Text({ children }: { children: string }) {
  return <bdi>{visibleText(children)}</bdi>
}

/** Which lines of a JSON text, or values of headers, stand out. */
type Marker = (line: string) => boolean

interface TextBlockProps {
  /** What the text is. */
  readonly label: string
  /** What colours tell apart: names and values, or what a test expected and received. */
  readonly as?: 'json' | 'difference' | undefined
  readonly isMarked?: Marker | undefined
  readonly children: string
}

/** Text that came from outside, with its line breaks, in a box that scrolls. */
export function TextBlock({ children, label, as, isMarked }: TextBlockProps) {
  const colour = as !== undefined && children.length <= mostColoured && coloured[as]
  return (
    <pre class="text-block" tabIndex={0} role="group" aria-label={label}>
      {!colour && visibleText(children, true)}
      {colour && !isMarked && colour(children)}
      {colour &&
        isMarked &&
        children.split('\n').map((line) => [isMarked(line) ? <mark>{colour(line)}</mark> : colour(line), '\n'])}
    </pre>
  )
}

/** An element for each value costs a browser more than text. */
const mostColoured = 20_000

function colouredJson(text: string) {
  // A string, closed or not, with what makes it a name; a number or literal; or what is between them.
  const parts = text.matchAll(/("(?:[^"\\]|\\.)*)(?:"(\s*:)?)?|[\w.+-]+|[^"\w.+-]+/gs)
  return Array.from(parts, ([part, string, colon], index) => {
    const colour = colon !== undefined ? 'info' : string !== undefined ? 'good' : /\w/.test(part) ? 'warn' : 'ink'
    return (
      <span key={index} style={{ color: `var(--${colour})` }}>
        {visibleText(part, true)}
      </span>
    )
  })
}

/** Lines with the signs of runners: what was expected, what was received, and the rest. */
function colouredDifference(text: string) {
  return text.split('\n').map((line, index) => {
    const colour = { '-': 'good', '+': 'bad' }[line.charAt(0)] ?? 'ink'
    return <span key={index} style={{ color: `var(--${colour})` }}>{`${visibleText(line)}\n`}</span>
  })
}

const coloured = { json: colouredJson, difference: colouredDifference }

/** Copies the line for a shell that does the same; who points at it sees the line: spec/decisions/0203-what-the-panel-draws.md. */
export function CurlButton({ line }: { line: string }) {
  return <CopyButton text={line} what="as curl" word="Copy as curl" title={line} />
}

/** Copies a text; the status bar says that it copied `what`, in which the `word` of the button stands. */
export function CopyButton(props: { text: string; what: string; word?: string; title?: string }) {
  const { text, what, word = 'Copy', title } = props
  const { copy } = usePanel()
  return (
    <Button class="quiet small" aria-label={`Copy ${what}`} title={title} onClick={() => void copy(text, what)}>
      <Icon name="copy" />
      {word}
    </Button>
  )
}

/** The longest text that is shown; a browser takes its time with more. All of it can be copied. */
const mostCharacters = 100_000

interface MessageProps {
  readonly of: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
  readonly isOpen?: boolean
  readonly isMarked?: Marker | undefined
}

/** A request or a reply, as `of` says: its body as it was sent, and its headers, folded up unless `isOpen` or one is marked. */
export function MessageView({ of, headers, body, isOpen = false, isMarked }: MessageProps) {
  const isHeader = ([, value]: readonly [string, string]) => isMarked?.(value) === true
  return (
    <>
      {body === '' ? null : <BodyView text={body} label={`Body of the ${of}`} isMarked={isMarked} />}
      <details open={isOpen || headers.some(isHeader)}>
        <summary>
          {counted(headers.length, 'header')}
          {body === '' && <span class="muted">, no body</span>}
        </summary>
        <dl class="headers-view" aria-label={`Headers of the ${of}`}>
          {headers.map((header, index) => (
            <div key={`${index} ${header[0]}`}>
              <dt>
                <Text>{header[0]}</Text>
              </dt>
              <dd>
                <code class={isHeader(header) ? 'marked' : undefined}>
                  <Text>{header[1]}</Text>
                </code>
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  )
}

/** A body: JSON one member a line, or as it was sent. */
function BodyView({ text, label, isMarked }: { text: string; label: string; isMarked: Marker | undefined }) {
  const indented = text.length > mostCharacters ? undefined : indentJson(text)
  return (
    <div>
      <div class="row">
        <span class="muted grows">{`${label}, ${text.length.toLocaleString('en')} characters`}</span>
        <CopyButton text={text} what={label.toLowerCase()} />
      </div>
      <TextBlock label={label} as={indented === undefined ? undefined : 'json'} isMarked={isMarked}>
        {(indented ?? text).slice(0, mostCharacters)}
      </TextBlock>
      {text.length > mostCharacters ? (
        <p class="muted">{`The first ${mostCharacters.toLocaleString('en')} characters are shown. Copy takes all of them.`}</p>
      ) : null}
    </div>
  )
}
