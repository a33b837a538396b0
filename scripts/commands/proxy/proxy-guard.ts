import type { IncomingMessage } from 'node:http'
import { knownHosts } from '../../../mocks/http/guard.ts'
import type { Refusal } from './refusals.ts'

/** More names in the terminal help nobody. */
const mostSaid = 20

/**
 * Makes what keeps pages of other sites from the deployment: a request passes whose Host is one of this machine's names,
 * or of these, and which no page of another host sent. spec/decisions/0146-what-the-proxy-refuses.md
 * @param say told once of each host that was refused: a browser shows its page no reason
 * @throws {GuardError} if a host is not valid
 */
export function createProxyGuard(hosts: readonly string[], say: (line: string) => void) {
  const known = knownHosts(hosts)
  const said = new Set<string>()
  return (request: IncomingMessage): Refusal | undefined => {
    const stranger = strangerIn(request, known)
    if (stranger === undefined) return undefined
    const text = `${stranger} Allowed: ${known.names}; --allow-host adds another.`
    if (said.size < mostSaid && !said.has(text)) {
      said.add(text)
      say(`Refused: ${text}`)
    }
    return [403, 'stranger_refused', text]
  }
}

function strangerIn({ headers }: IncomingMessage, known: ReturnType<typeof knownHosts>): string | undefined {
  const { host = '', origin, 'sec-fetch-site': site = 'none' } = headers
  // A page can reach the proxy by a name of its own that points to this machine.
  if (!known.has(host)) return `The proxy is not reached by the host ${quoted(host)}.`
  // A browser that reads for a page, and tells neither its answer nor its origin, says at least this.
  if (origin === undefined)
    return ['none', 'same-origin', 'same-site'].includes(site)
      ? undefined
      : 'A page of another site may not ask the proxy.'
  const asking = /^[a-z][a-z\d+.-]*:\/\/([^/]+)$/i.exec(origin)?.[1] ?? ''
  return known.has(asking) ? undefined : `A page of ${quoted(origin)} may not ask the proxy.`
}

/** What a client sent, short and on one line. */
function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 100))
}
