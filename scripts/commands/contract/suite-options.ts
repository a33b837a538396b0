import { addressKind, exposesKey } from '../address-kind.ts'
import type { ContractOptions } from '../../../contract-tests/index.ts'
import { parseInt64, shellWord } from '../../../spec/index.ts'
import { dateIn } from '../deployment.ts'
import { type Shell, UsageError } from '../shell.ts'
import type { ContractFlags } from './contract-flags.ts'

/** What the flags ask of the suite. @throws {UsageError} when a value does not fit */
export function optionsOf(
  flags: ContractFlags,
  { baseUrl, apiKey }: Pick<ContractOptions, 'baseUrl' | 'apiKey'>,
): ContractOptions {
  const category = flags.category === undefined ? undefined : parseInt64(flags.category)
  if (flags.category !== undefined && category === undefined) {
    throw new UsageError(`Cannot use the category "${flags.category}": expected a 64-bit integer.`)
  }
  return {
    baseUrl,
    anyPath: flags.anyPath,
    apiKey,
    category,
    todayMilliseconds: dateIn(flags),
    plan: flags.plan,
    readOnly: flags.readOnly === true || !mayWrite(flags, baseUrl),
    probeRateLimit: flags.probeRateLimit,
    strict: flags.strict,
    learn: flags.learn !== undefined,
    thorough: flags.thorough && { requests: flags.requests, animals: flags.animals, seed: flags.seed },
    only: flags.only?.flatMap((ids) => ids.split(',').map((id) => id.trim())),
    require: flags.require,
    deadlineMilliseconds: flags.timeout * 1000,
    maxWaitMilliseconds: flags.maxWait * 1000,
    caFile: flags.ca,
    proxy: flags.proxy,
  }
}

/** Production is written to only when its host was typed out. */
function mayWrite({ writeTo }: ContractFlags, baseUrl: string): boolean {
  if (writeTo !== undefined) requireHost(writeTo, [baseUrl])
  return writeTo !== undefined || addressKind(baseUrl) !== 'production'
}

/** @throws {UsageError} when --write-to names the host of none of these addresses */
export function requireHost(writeTo: string, addresses: readonly string[]): void {
  if (addresses.some((address) => isHostOf(writeTo, address))) return
  const hosts = addresses.map((address) => `"${new URL(address).hostname}"`)
  throw new UsageError(
    `Cannot write to "${writeTo}": --write-to must name the host of the address, ${hosts.join(' or ')}.`,
  )
}

/** Whether this is the host of an address, with or without its port. */
export function isHostOf(writeTo: string | undefined, address: string): boolean {
  const { host, hostname } = new URL(address)
  return writeTo === host || writeTo === hostname
}

/** Says what kind of address is tested, and what that means for the run. */
export function warn({ baseUrl, readOnly }: ContractOptions, flags: ContractFlags, shell: Shell): void {
  if (readOnly === true && flags.readOnly !== true) {
    const { hostname } = new URL(baseUrl)
    shell.err(
      `${hostname} looks like production, so nothing but GET is sent. --write-to ${shellWord(hostname)} allows more.\n`,
    )
  }
  if (exposesKey(baseUrl))
    shell.err('The address is plain http: everyone on the way reads the API key. Use https where there is one.\n')
}
