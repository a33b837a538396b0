import { httpTransport } from '../../mocks/control/client/http-transport.ts'
import type { Transport } from '../../mocks/control/client/transport.ts'
import { UsageError } from './shell.ts'

// The control API answers at once. A mock that hangs must not block who asks.
const deadlineMilliseconds = 30_000

/**
 * Reaches a mock that runs already, with the token of ANIMAL_STORE_TOKEN. @throws {UsageError} if it is no address
 * @param flag names it
 */
export function runningMock(given: string, flag = '--url', ending?: AbortSignal): Transport {
  const address = URL.canParse(given) ? new URL(given) : undefined
  if (address === undefined || !['http:', 'https:'].includes(address.protocol))
    throw new UsageError(`Cannot use ${flag}: expected an address such as http://127.0.0.1:4010.${meantBy(given)}`)
  return transportTo(address.origin, process.env['ANIMAL_STORE_TOKEN'], ending)
}

/** The address that was meant where only its scheme is missing. */
function meantBy(given: string): string {
  const [host] = /^[\w.-]+:\d+(?=\/|$)/.exec(given) ?? []
  return host === undefined ? '' : ` Did you mean http://${host}?`
}

/** Reaches the control API of a mock. @param ending ends all requests */
export function transportTo(origin: string, token?: string, ending?: AbortSignal): Transport {
  return httpTransport(origin, () => token, { deadlineMilliseconds, ...(ending && { ending }) })
}
