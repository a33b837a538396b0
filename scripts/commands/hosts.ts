import { BlockList, isIP } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether only this machine can reach an address. A name other than localhost may stand for any address. */
export function isLoopback(host: string): boolean {
  const kind = isIP(host)
  return kind === 0 ? host.toLowerCase() === 'localhost' : loopback.check(host, kind === 4 ? 'ipv4' : 'ipv6')
}

/** The names and addresses under which others reach a server that listens on this address. */
export function hostNames(host: string): readonly string[] {
  if (host !== '0.0.0.0' && host !== '::') return [host]
  const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? [])
  return [hostname(), ...addresses.map(({ address }) => address.split('%')[0] ?? address)]
}
