import { splitTarget } from '../call/route.ts'

/** Whether a target is of the control API. */
export function isControl(target: string): boolean {
  // A target may be a whole address (RFC 9112, 3.2.2).
  const path = target.startsWith('/') ? target : splitTarget(target).path
  return path.startsWith('/_mock') && (path.length === 6 || path[6] === '/' || path[6] === '?')
}
