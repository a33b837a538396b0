import type { Call, Reply } from '../call/call.ts'
import { ControlError, errorReply } from '../control/index.ts'

/** Who may use the control API and the panel. */
export interface GuardOptions {
  /** What callers must send as `Authorization: Bearer TOKEN`. Default: nothing. */
  readonly token?: string | undefined
  /** Hosts that callers may use beside this machine's own names: a name, or a name and a port. */
  readonly hosts?: readonly string[] | undefined
}

/** A token or a host is invalid. */
export class GuardError extends Error {
  override readonly name = 'GuardError'
}

// A name, an IPv4 address or a bracketed IPv6 one, and a port. Anything else in a Host header may be an attack.
const authority = /^(?<name>[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/

/** The refusal of a call, if it is refused. */
type Refuse = (call: Call) => Reply | undefined

/**
 * Makes what guards the control API and the panel. The Host must be one of this machine, so that a page cannot use a
 * name of its own that points here (DNS rebinding). To the control API, no page of another origin may send a call, and it
 * must have the token.
 * @throws {GuardError} when the token could not be sent, or a host is not valid
 */
export function createGuard({ token, hosts = [] }: GuardOptions): { readonly control: Refuse; readonly panel: Refuse } {
  if (token !== undefined && !/^[\x21-\x7e]{1,1024}$/.test(token)) {
    throw new GuardError('Cannot guard with this token: expected 1 to 1024 visible ASCII characters.')
  }
  const known = knownHosts(hosts)
  function problemOfHost(what: string, { headers, target }: Call): ControlError | undefined {
    const host = headers['host'] ?? ''
    // A host in the target has precedence over the header (RFC 9112, section 3.2.2).
    const inTarget = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(target)?.[1] ?? host
    if (known.has(host) && known.has(inTarget)) return undefined
    return new ControlError(403, 'host_refused', `${what} is not reached by this Host. Allowed: ${known.names}.`)
  }
  const refusalOf = (problem: ControlError | undefined) => problem && errorReply(problem)
  return {
    control: (call) =>
      refusalOf(problemOfHost('The control API', call) ?? problemOfOrigin(call) ?? problemOfToken(call, token)),
    panel: (call) => refusalOf(problemOfHost('The panel', call)),
  }
}

/**
 * The names of this machine, and the given ones.
 * @throws {GuardError} when a host is not valid
 */
export function knownHosts(hosts: readonly string[]) {
  const allowed = new Set(['localhost', '127.0.0.1', '[::1]', ...hosts.map(readHost)])
  return {
    names: [...allowed].join(', '),
    /** Whether a host, written as in a Host header or an origin, is among them. */
    has(host: string): boolean {
      const found = host.toLowerCase()
      const name = authority.exec(found)?.groups?.['name']
      return name !== undefined && (allowed.has(name) || allowed.has(found))
    },
  }
}

function readHost(host: string): string {
  const isBareIPv6 = /^[0-9a-f]*:[0-9a-f]*:[0-9a-f:.]*$/i.test(host)
  const text = isBareIPv6 ? `[${host.toLowerCase()}]` : host.toLowerCase()
  if (authority.test(text)) return text
  throw new GuardError(
    `Cannot allow the host ${JSON.stringify(host)}: expected a name such as "mock.test" or "mock.test:4010".`,
  )
}

function problemOfOrigin({ headers }: Call): ControlError | undefined {
  const host = headers['host']?.toLowerCase() ?? ''
  const origin = headers['origin']?.toLowerCase()
  const site = headers['sec-fetch-site']
  const isOwnOrigin = origin === undefined || origin === `http://${host}` || origin === `https://${host}`
  // "none" means that a person typed the address. "same-site" may be another program on another port of this machine.
  const isOwnSite = site === undefined || site === 'same-origin' || site === 'none'
  if (isOwnOrigin && isOwnSite) return undefined
  return new ControlError(403, 'origin_refused', 'The control API answers no page of another origin.')
}

function problemOfToken({ headers }: Call, token: string | undefined): ControlError | undefined {
  const given = /^bearer +(\S+)$/i.exec(headers['authorization']?.trim() ?? '')?.[1] ?? ''
  if (token === undefined || isEqual(given, token)) return undefined
  const message = 'The control API needs its token: Authorization: Bearer TOKEN.'
  return new ControlError(401, 'unauthorized', message, { 'WWW-Authenticate': 'Bearer' })
}

/** Compares in a time that does not show where the two differ. */
function isEqual(given: string, wanted: string): boolean {
  const { timingSafeEqual } = process.getBuiltinModule('node:crypto')
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}
