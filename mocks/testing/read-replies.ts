/** A reply as it came over the wire. */
export interface WireReply {
  readonly status: number
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
}

/** Bytes that are no replies, one after the other. */
export class ReplyError extends Error {
  override readonly name = 'ReplyError'
}

/**
 * Reads replies as strictly as RFC 9112 has them: nothing before, between and after them, each header well-formed and
 * there once, and each body as long as Content-Length says. "100 Continue" is left out.
 * @param mayBeToHead whether a reply may be to HEAD, and so end with its headers
 * @throws {ReplyError} what is wrong, and where
 */
export function readReplies(bytes: Buffer, mayBeToHead: boolean): readonly WireReply[] {
  const replies: WireReply[] = []
  let at = 0
  while (at < bytes.length) {
    const end = bytes.indexOf('\r\n\r\n', at)
    if (end === -1) throw new ReplyError(`no whole reply begins at byte ${at}`)
    const { status, headers } = readHead(bytes.toString('latin1', at, end), at)
    at = end + 4
    if (status === 100) continue
    const length = bodyLength(status, headers, bytes, at, mayBeToHead)
    if (at + length > bytes.length) {
      throw new ReplyError(`the body at byte ${at} breaks off after ${bytes.length - at} of ${length} bytes`)
    }
    replies.push({ status, headers, body: bytes.subarray(at, at + length) })
    at += length
  }
  return replies
}

function readHead(text: string, at: number): Pick<WireReply, 'status' | 'headers'> {
  const [first = '', ...lines] = text.split('\r\n')
  const status = /^HTTP\/1\.1 ([1-5]\d\d) [ -~]*$/.exec(first)?.[1]
  if (status === undefined) throw new ReplyError(`the status line at byte ${at} is none`)
  const headers = new Map<string, string>()
  for (const line of lines) {
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]+): ([\t -~]*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) {
      throw new ReplyError(`in the reply at byte ${at}, ${JSON.stringify(line)} is no header`)
    }
    if (headers.has(name.toLowerCase())) throw new ReplyError(`the reply at byte ${at} has two headers ${name}`)
    headers.set(name.toLowerCase(), value)
  }
  return { status: Number(status), headers }
}

function bodyLength(
  status: number,
  headers: WireReply['headers'],
  bytes: Buffer,
  at: number,
  mayBeToHead: boolean,
): number {
  const announced = headers.get('content-length')
  if (headers.has('transfer-encoding')) throw new ReplyError(`the ${status} has a Transfer-Encoding`)
  if (status < 200 || status === 204 || status === 304) {
    if (announced !== undefined) throw new ReplyError(`the ${status} has a Content-Length, but may have no body`)
    return 0
  }
  if (announced === undefined || !/^\d+$/.test(announced)) throw new ReplyError(`the ${status} has no Content-Length`)
  // No body begins like that.
  const isNextReply = at === bytes.length || bytes.toString('latin1', at, at + 9) === 'HTTP/1.1 '
  return mayBeToHead && isNextReply ? 0 : Number(announced)
}
