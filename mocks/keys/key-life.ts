import { type Identity, refusedIdentity } from './keys.ts'

/** The same caller, refused where the key is not yet valid, or expired, at this instant of the sandbox's clock. */
export function identityAt(identity: Identity, nowMilliseconds: number): Identity {
  if (!identity.isValid) return identity
  const { from, until, sandbox } = identity.record
  if (until !== undefined && Date.parse(until) <= nowMilliseconds) return refusedIdentity('expired', sandbox, until)
  if (from !== undefined && Date.parse(from) > nowMilliseconds) return refusedIdentity('not-yet-valid', sandbox, from)
  return identity
}
