import type { Recorded } from '../../../contract-tests/parts/traffic/index.ts'
import {
  type Mask,
  type Secrets,
  decodeUtf8,
  isSecretName,
  nameOfKey,
  withoutNamedSecrets,
} from '../../../spec/index.ts'
import type { Forwarded } from './forwarding.ts'

type Headers = readonly (readonly [name: string, value: string])[]

type AsForwarded = 'method' | 'target' | 'url' | 'sentAtMilliseconds' | 'tookMilliseconds' | 'status' | 'problem'

/** An exchange as it is recorded and shown in the panel. */
export interface KeptExchange extends Pick<Forwarded, AsForwarded> {
  readonly requestHeaders: Headers
  /** `null` for one that was too large to be judged. */
  readonly requestBody: string | undefined | null
  readonly responseHeaders: Headers
  /** Decoded, in base64 if it is not text; `undefined` if it could not be read, or could not be searched for keys. */
  readonly body: { readonly text: string; readonly size: number; readonly encoding?: 'base64' } | undefined
}

/**
 * An exchange without the keys of all clients so far, and without what a name calls secret, as
 * spec/decisions/0141-what-a-recording-leaves-out.md has it. Each key has a name, the same
 * one each time, so that a reader can tell keys apart.
 */
export function keptExchange(exchange: Forwarded, recorded: Recorded, secrets: Secrets): KeptExchange {
  const { method, target, url, sentAtMilliseconds, tookMilliseconds, status, problem } = exchange
  const hide: Mask = (text) => withoutNamedSecrets(secrets.mask(text), (value) => nameOfKey.test(value))
  const headersOf = (raw: readonly string[]): Headers =>
    pairsOf(raw).map(([name, value]) => {
      if (/^(?:proxy-)?authorization$/i.test(name)) return [name, credentialsOf(value, secrets)]
      return [hide(name), isSecretName(name) ? '…' : hide(value)]
    })
  return {
    method: hide(method),
    target: hide(target),
    url: hide(url),
    requestHeaders: headersOf(exchange.requestHeaders),
    requestBody: recorded.requestBody && hide(recorded.requestBody),
    status,
    responseHeaders: headersOf(exchange.responseHeaders),
    body: recorded.hasBody ? bodyOf(recorded.response?.bytes, hide) : undefined,
    problem: problem && hide(problem),
    sentAtMilliseconds,
    tookMilliseconds,
  }
}

/** The headers as they came (name, value, name, value) in pairs. */
export function pairsOf(raw: readonly string[]): Headers {
  return Array.from({ length: raw.length / 2 }, (_, at) => [raw[2 * at] ?? '', raw[2 * at + 1] ?? ''])
}

/** The scheme, and the names of keys. */
function credentialsOf(value: string, secrets: Secrets): string {
  return value.replaceAll(/[^\s,]+/g, (word) =>
    /^(?:bearer|basic|digest|token)$/i.test(word) ? word : (secrets.nameOf(word) ?? '…'),
  )
}

function bodyOf(bytes: Uint8Array | undefined, hide: Mask): KeptExchange['body'] {
  if (bytes === undefined) return undefined
  const size = bytes.byteLength
  const text = decodeUtf8(bytes)
  if (text !== undefined) return { text: hide(text), size }
  // The mask reads letters alone, and so finds a key in UTF-16 too.
  const latin1 = Buffer.from(bytes).toString('latin1')
  if (hide(latin1) !== latin1) return undefined
  return { text: Buffer.from(bytes).toString('base64'), size, encoding: 'base64' }
}
