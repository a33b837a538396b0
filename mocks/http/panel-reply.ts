import type { Call, Reply } from '../call/call.ts'
import { ControlError, createHostGuard, errorReply } from '../control/index.ts'
import { splitTarget } from '../call/route.ts'

/** A file of the panel, as it is sent. */
export interface PanelFile {
  /** Its media type, such as `text/html; charset=utf-8`. */
  readonly type: string
  readonly body: Uint8Array | string
}

/** Gives the panel's file of a path, such as `/` or `/panel/panel.js`; `undefined` for any other path. */
export type PanelFiles = (path: string) => Promise<PanelFile | undefined>

/** Answers a call for a file of the panel; `undefined` where there is no such file. Never rejects. */
type PanelAnswer = (call: Call) => Promise<Reply | undefined>

/**
 * Makes what answers for the panel. A call must have a Host of this machine, or one of `hosts`, so that no page reaches
 * it through a name of its own that points here.
 * @throws {GuardError} when a host is none
 */
export function createPanelAnswer(files: PanelFiles, hosts: readonly string[] = []): PanelAnswer {
  const requireHost = createHostGuard('The panel', hosts)

  return async (call) => {
    try {
      requireHost(call)
      const file = await files(splitTarget(call.target).path)
      return file === undefined ? undefined : fileReply(file, call)
    } catch (error) {
      return errorReply(error instanceof ControlError ? error : unreadable)
    }
  }
}

const unreadable = new ControlError(500, 'internal_error', 'The file of the panel could not be read.')

/** Whether a target is the panel's page, or below the folder of its files. */
export function isPanel(target: string): boolean {
  const { path } = splitTarget(target)
  return path === '/' || path.startsWith('/panel/')
}

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

// Names of animals and headers of calls are shown in it, and it can do to the mock whatever the control API can.
const hardening = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

function fileReply({ type, body }: PanelFile, { method, headers }: Call): Reply {
  if (method !== 'GET' && method !== 'HEAD') {
    return errorReply(
      new ControlError(405, 'method_not_allowed', 'This path knows GET, HEAD only.', { Allow: 'GET, HEAD' }),
    )
  }
  const tag = tagOf(body)
  const always = { ...hardening, 'Cache-Control': 'no-cache', ETag: tag, Date: new Date().toUTCString() }
  if (namesTag(headers['if-none-match'], tag)) return { status: 304, headers: always, body: '' }
  return { status: 200, headers: { 'Content-Type': type, ...always }, body }
}

function tagOf(body: Uint8Array | string): string {
  // An import statement would load it with every start.
  const { hash } = process.getBuiltinModule('node:crypto')
  return `"${hash('sha256', body, 'base64url')}"`
}

/** RFC 9110, 13.1.2: a list of tags, weak or strong, or `*` for any. */
function namesTag(condition: string | undefined, tag: string): boolean {
  if (condition === undefined) return false
  return condition.split(',').some((part) => ['*', tag, `W/${tag}`].includes(part.trim()))
}
