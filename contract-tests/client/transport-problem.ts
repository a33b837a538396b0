import type { TransportProblem } from './exchange.ts'

/**
 * Makes a problem of an error of Node or supertest, with a message for people: what is wrong and, where there is
 * something to do, what.
 * @param hasHead whether status and headers had come
 */
export function problemOf({ code = '', message }: NodeJS.ErrnoException, hasHead: boolean): TransportProblem {
  const kind = kindOf(code, message, hasHead)
  // supertest puts the code of a connection that failed into the message alone.
  const sentence = sentenceFor(code === '' ? (/\bE[A-Z_]+\b/.exec(message)?.[0] ?? '') : code, message)
  const plain = message.includes(code) ? message : `${code}: ${message}`
  return { kind, message: sentence ?? plain.trim() }
}

function kindOf(code: string, message: string, hasHead: boolean): TransportProblem['kind'] {
  if (code === 'ECONNABORTED') return 'deadline'
  if (code === 'ETOOLARGE') return 'too-large'
  if (/^HPE_|^Z_|^ERR_(?:HTTP|STREAM|BROTLI)|^ERR__ERROR/.test(code)) return 'malformed'
  if (/CERT|^ERR_TLS|^ERR_SSL|^UNABLE_TO|^EPROTO$|^HOSTNAME_MISMATCH$/.test(code)) return 'tls'
  if (/^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)\b/.test(code || message))
    return 'unreachable'
  return hasHead ? 'truncated' : 'reset'
}

const trust = 'Give a PEM file with this certificate or its authority: --ca FILE (in code caFile)'

const untrusted = `its certificate is not signed by an authority that is trusted here. ${trust}`

const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there',
  ENOTFOUND: 'there is no host of that name',
  DEPTH_ZERO_SELF_SIGNED_CERT: `its certificate is signed by itself. ${trust}`,
  CERT_HAS_EXPIRED: 'its certificate has expired',
}

function sentenceFor(code: string, message: string): string | undefined {
  const sentence = /^SELF_SIGNED|^UNABLE_TO/.test(code) ? untrusted : sentences[code]
  if (sentence !== undefined) {
    const [what, ...advice] = sentence.split('. ')
    return [`${what} (${code})`, ...advice].join('. ')
  }
  if (/wrong version number|packet length too long/i.test(message))
    return 'what answers there does not speak TLS; perhaps its address begins with http://'
  return undefined
}
