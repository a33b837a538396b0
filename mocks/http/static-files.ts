import type { Call, Reply } from '../call/call.ts'
import { withCors } from '../call/cors.ts'
import { splitTarget } from '../call/route.ts'
import { ControlError, type ControlReply, type PanelFiles, errorReply, originOf } from '../control/index.ts'

export function isControl(target: string): boolean {
  // A target may be a whole address (RFC 9112, 3.2.2).
  const path = target.startsWith('/') ? target : splitTarget(target).path
  return path.startsWith('/_mock') && (path.length === 6 || path[6] === '/' || path[6] === '?')
}

/** What anyone may read without a key or a token: the description of the interface and the health check. */
const texts: Readonly<Record<string, { readonly type: string; readonly read: (base?: string) => Promise<string> }>> = {
  '/openapi.json': {
    type: 'application/json',
    async read(base) {
      const { documentText } = await import('../../spec/made/document.ts')
      const server = JSON.stringify({ url: base, description: thisMock })
      return base === undefined ? documentText : documentText.replace(/"servers":\[/, `$&${server},`)
    },
  },
  '/_mock/health': { type: 'application/json', read: async () => '{"status":"ok"}' },
}

// The name that tools show for the first server, which they send to: the others are placeholders.
const thisMock = 'This mock'

/** The reply to a call for one of these texts; `undefined` for any other call. */
export function publicReply(call: Call): Promise<Reply> | undefined {
  const { path } = splitTarget(call.target)
  const open = ['GET', 'HEAD'].includes(call.method) && Object.hasOwn(texts, path) ? texts[path] : undefined
  return open?.read(baseOf(call)).then((body) => withCors({ status: 200, headers: fileHeaders(open.type), body }, call))
}

function baseOf(call: Call): string | undefined {
  const origin = originOf(call)
  return origin && `${origin}/v1`
}

function fileHeaders(type: string): Record<string, string> {
  return { 'Content-Type': type, 'Cache-Control': 'no-cache', Date: new Date().toUTCString() }
}

/** Answers for the panel; `undefined` if it has no such file. Rejects if a file cannot be read. */
export async function answerPanel(files: PanelFiles, call: Call): Promise<Reply | undefined> {
  const file = await files(splitTarget(call.target).path)
  if (file === undefined) return undefined
  if (call.method === 'GET' || call.method === 'HEAD') {
    return { status: 200, headers: { ...fileHeaders(file.type), ...hardening }, body: file.body }
  }
  const methods = 'GET, HEAD'
  return errorReply(new ControlError(405, 'method_not_allowed', `This path has ${methods} only.`, { Allow: methods }))
}

/** Whether a target is the panel's page, or below the folder of its files. */
export function isPanel(target: string): boolean {
  const { path } = splitTarget(target)
  return path === '/' || path.startsWith('/panel/')
}

// The panel shows names of animals and headers of calls, and it can use the whole control API.
const hardening = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** A reply of the control API: no page of another origin may read or embed it, and no cache may keep it. */
export function hardenedControl(reply: ControlReply): ControlReply {
  return { ...reply, headers: { ...reply.headers, ...controlHardening } }
}

const controlHardening = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
}
