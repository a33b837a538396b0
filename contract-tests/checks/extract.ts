import { decodeUtf8, writeJson } from '../../spec/index.ts'
import { type Seen, headerIn } from '../run/question.ts'

// Texts are cut to a readable length later, after the key is taken out: half a key could not be found.
const longest = 200_000

export function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  return short(writeJson(value))
}

/** The beginning of a body as text; for bytes that are not UTF-8, how many there are. */
export function showBody({ exchange }: Seen): string {
  const bytes = exchange.response?.bytes ?? new Uint8Array()
  if (bytes.byteLength === 0) return 'an empty body'
  const text = decodeUtf8(bytes)
  return text === undefined ? `${bytes.byteLength} bytes that are not UTF-8` : short(text)
}

export function showStatus(seen: Seen): string {
  const { status, exchange } = seen
  if (exchange.problem !== undefined) return `${status ?? 'no response'} (${short(exchange.problem.message)})`
  const location = headerIn(seen, 'location')
  return (status ?? 0) >= 300 && (status ?? 0) < 400 && location !== undefined
    ? `${status} to ${location}`
    : `${status}`
}

function short(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}…`
}
