import { BlockList, isIP } from 'node:net'

/** What an address is taken for, by its host alone: spec/decisions/0051-seeding.md. */
type AddressKind = 'private' | 'test' | 'production'

/**
 * Says what may be lost at an address. Private is what only this machine or its network reaches. A public host is
 * production unless its name says otherwise, because what is written there may stay.
 * @param baseUrl an address that was read already
 */
export function addressKind(baseUrl: string): AddressKind {
  const host = hostOf(baseUrl)
  if (isIP(host) !== 0) return isPrivate(host) ? 'private' : 'production'
  if (saysProduction.test(host)) return 'production'
  if (isPrivate(host)) return 'private'
  return saysTest.test(host) ? 'test' : 'production'
}

/** Whether an address sends the API key over plain HTTP beyond private networks, where everyone on the way reads it. */
export function exposesKey(baseUrl: string): boolean {
  return new URL(baseUrl).protocol === 'http:' && !isPrivate(hostOf(baseUrl))
}

const saysProduction = /(?:^|[.-])(?:prod|prd|production|live)[0-9]*(?:[.-]|$)/i
const saysTest =
  /(?:^|[.-])(?:staging|stage|stg|tests?|testing|dev|develop|development|demo|sandbox|qa|uat|preview|mock|ci)[0-9]*(?:[.-]|$)/i

function hostOf(baseUrl: string): string {
  // An IPv6 address stands in brackets, and a name may end in the dot of the root.
  return new URL(baseUrl).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

const privateAddresses = new BlockList()
privateAddresses.addSubnet('127.0.0.0', 8, 'ipv4')
privateAddresses.addSubnet('10.0.0.0', 8, 'ipv4')
privateAddresses.addSubnet('172.16.0.0', 12, 'ipv4')
privateAddresses.addSubnet('192.168.0.0', 16, 'ipv4')
privateAddresses.addSubnet('169.254.0.0', 16, 'ipv4')
privateAddresses.addAddress('::1', 'ipv6')
privateAddresses.addSubnet('fc00::', 7, 'ipv6')
privateAddresses.addSubnet('fe80::', 10, 'ipv6')

// Names that no public DNS has (RFC 6761, 6762 and 8375), and those without a dot, as in a compose file.
function isPrivate(host: string): boolean {
  const kind = isIP(host)
  if (kind !== 0) return privateAddresses.check(host, kind === 4 ? 'ipv4' : 'ipv6')
  return !host.includes('.') || /\.(?:localhost|local|test|internal|home\.arpa)$/i.test(host)
}
