/** An option is not valid; the message says what is allowed. */
export class ContractOptionsError extends Error {
  override readonly name = 'ContractOptionsError'
}

/**
 * Reads the base address of a deployment, such as `https://staging.example/v1`, without a slash at its end.
 * @param anyPath whether an address may do without the /v1 of section 1
 * @throws {ContractOptionsError} unless it is http or https, ends in /v1 and holds no key, query or fragment
 */
export function baseUrlOf(text: string, anyPath = false): string {
  const url = URL.parse(text)
  const isPlain = url !== null && `${url.username}${url.password}${url.search}${url.hash}` === ''
  if (!isPlain || !/^https?:$/.test(url.protocol)) {
    // What may hold a secret is not repeated.
    const shown = /[@?#]/.test(text) ? 'this address' : `the address ${JSON.stringify(text)}`
    throw new ContractOptionsError(
      `Cannot use ${shown}: expected one such as https://staging.example/v1, without a name, key, query or fragment.`,
    )
  }
  const address = url.origin + url.pathname.replace(/(?<!\/)\/+$/, '')
  if (anyPath || address.endsWith('/v1')) return address
  // Who copied the address of a call has the base address, too.
  const base = /^.*?\/v1(?=\/)/.exec(address)?.[0] ?? `${address.replace(/\/pets(?:\/[^/]*)?$/, '')}/v1`
  throw new ContractOptionsError(
    `Cannot use the address ${address}: addresses of the service end in /v1. Did you mean ${base}? ` +
      'To test or check any address, add --any-path (in code anyPath: true).',
  )
}
