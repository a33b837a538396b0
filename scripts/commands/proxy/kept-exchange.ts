import { type Mask, type Masked, type Secrets, masked, nameOfKey } from '../../../contract-tests/client/index.ts'
import type { Recorded } from '../../../contract-tests/traffic/index.ts'
import { decodeUtf8, isSecretName, withoutNamedSecrets } from '../../../spec/index.ts'
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
export function keptExchange(exchange: Forwarded, recorded: Recorded, secrets: Secrets): Masked<KeptExchange> {
  const { method, target, url, sentAtMilliseconds, tookMilliseconds, status, problem } = exchange
  const texts = {
    method,
    target,
    url,
    requestHeaders: headersOf(exchange.requestHeaders, secrets),
    requestBody: recorded.requestBody,
    status,
    responseHeaders: headersOf(exchange.responseHeaders, secrets),
    body: recorded.hasBody ? bodyOf(recorded.response?.bytes, secrets) : undefined,
    problem,
  }
  const hide: Mask = (text) => withoutNamedSecrets(secrets.mask(text), (value) => nameOfKey.test(value))
  return { ...masked(texts, hide), sentAtMilliseconds, tookMilliseconds }
}

/** The headers as they came (name, value, name, value) in pairs. */
export function pairsOf(raw: readonly string[]): Headers {
  return Array.from({ length: raw.length / 2 }, (_, at) => [raw[2 * at] ?? '', raw[2 * at + 1] ?? ''])
}

function headersOf(raw: readonly string[], secrets: Secrets): Headers {
  return pairsOf(raw).map(([name, value]) => {
    if (/^(?:proxy-)?authorization$/i.test(name)) return [name, credentialsOf(value, secrets)]
    return [name, isSecretName(name) ? '…' : secrets.mask(value, undefined, 'header')]
  })
}

/** The scheme, and the names of keys. */
function credentialsOf(value: string, secrets: Secrets): string {
  return value.replaceAll(/[^\s,]+/g, (word) =>
    /^(?:bearer|basic|digest|token)$/i.test(word) ? word : (secrets.nameOf(word) ?? '…'),
  )
}

function bodyOf(bytes: Uint8Array | undefined, { mask }: Secrets): KeptExchange['body'] {
  if (bytes === undefined) return undefined
  const size = bytes.byteLength
  const text = decodeUtf8(bytes)
  if (text !== undefined) return { text, size }
  const latin1 = Buffer.from(bytes).toString('latin1')
  // As in UTF-16.
  const letters = latin1.replaceAll(/[^\x20-\x7e]/g, '')
  if (mask(latin1) !== latin1 || mask(letters) !== letters) return undefined
  return { text: Buffer.from(bytes).toString('base64'), size, encoding: 'base64' }
}
