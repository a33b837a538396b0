import { useState } from 'preact/hooks'
import { durationText } from './duration.ts'
import { indentJson } from './indent-json.ts'
import { CopyButton } from './shell-line.tsx'
import { Text, TextBlock } from './text.tsx'

/** The longest text that is shown; a browser takes its time with more. All of it can be copied. */
const mostCharacters = 100_000

interface MessageViewProps {
  /** What it is, such as "reply". */
  readonly of: string
  readonly headers: readonly (readonly [string, string])[]
  /** The body as it was sent. */
  readonly body: string
  /** The current time, in milliseconds since 1970, to explain instants; left out, no header is explained. */
  readonly nowMilliseconds?: number
}

/** A request or a reply: its body, and its headers folded up. Those of the rate limit are explained. */
export function MessageView({ of, headers, body, nowMilliseconds }: MessageViewProps) {
  const label = `Headers of the ${of}`
  return (
    <>
      <BodyView text={body} label={`Body of the ${of}`} />
      {headers.length === 0 ? (
        <p class="muted">{`${label}: none.`}</p>
      ) : (
        <details>
          <summary>{`${label} (${headers.length})`}</summary>
          <dl class="headers-view" aria-label={label}>
            {headers.map(([name, value], index) => (
              <div key={`${index} ${name}`}>
                <dt>
                  <Text>{name}</Text>
                </dt>
                <dd>
                  <code>
                    <Text>{value}</Text>
                  </code>
                  {nowMilliseconds && <small>{headerNotes.get(name.toLowerCase())?.(value, nowMilliseconds)}</small>}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  )
}

/** A body: JSON one member a line, or as it was sent. */
function BodyView({ text, label }: { text: string; label: string }) {
  const [isRaw, setRaw] = useState(false)
  if (text === '') return <p class="muted">{`${label}: none.`}</p>
  const indented = text.length > mostCharacters ? undefined : indentJson(text)
  const shown = isRaw ? text : (indented ?? text)
  return (
    <div>
      <div class="row body-tools">
        <span class="muted">{`${label}, ${text.length.toLocaleString('en')} characters`}</span>
        {indented === undefined || indented === text ? null : (
          <button type="button" class="button quiet" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
            As sent
          </button>
        )}
        <CopyButton text={text} what={label.toLowerCase()} />
      </div>
      <TextBlock label={label} isJson={indented !== undefined}>
        {shown.slice(0, mostCharacters)}
      </TextBlock>
      {text.length > mostCharacters ? (
        <p class="muted">{`The first ${mostCharacters.toLocaleString('en')} characters are shown. Copy takes all of them.`}</p>
      ) : null}
    </div>
  )
}

/** What a header of section 8 or 9 says, in words. */
const notes: Readonly<Record<string, (value: string, now: number) => string>> = {
  'x-ratelimit-limit': () => 'requests that the window allows (section 8)',
  'x-ratelimit-remaining': () => 'requests left in it (section 8)',
  'x-ratelimit-reset': (value, now) => `it is full again ${untilSeconds(Number(value), now)} (section 8)`,
  'retry-after': (value) =>
    `${/^\d+$/.test(value) ? 'seconds to wait before the next call' : 'no call before then'} (section 8)`,
  sunset: () => 'when the operation is removed (section 9)',
  deprecation: () => 'the operation is deprecated (section 9)',
}
const headerNotes = new Map(Object.entries(notes))

function untilSeconds(atSeconds: number, now: number): string {
  if (!Number.isSafeInteger(atSeconds) || Math.abs(atSeconds) > 8e12) return 'at a time that no clock shows'
  const seconds = Math.ceil(atSeconds - now / 1000)
  const instant = `${new Date(atSeconds * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`
  return seconds > 0 ? `in ${durationText(seconds)}, at ${instant}` : `since ${instant}`
}
