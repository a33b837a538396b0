/** An address cannot be one of the service; the message says what was found and what is allowed. */
class BaseUrlError extends Error {
  override readonly name = 'BaseUrlError'
}

/**
 * Reads the base address of a deployment, such as `https://staging.example/v1`, without a slash at its end.
 * @param anyPath whether an address may do without the /v1 of section 1
 * @throws {BaseUrlError} unless it is http or https, ends in /v1 and holds no key, query or fragment
 */
export function baseUrlOf(text: string, anyPath = false): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new BaseUrlError(`Cannot use the address${named(text)}: expected one such as https://staging.example/v1.`)
  }
  // The address is not repeated here: it may hold a secret.
  if (url.username !== '' || url.password !== '') {
    throw new BaseUrlError('Cannot use an address with a name or password in it: the API key is given by itself.')
  }
  if (url.search !== '' || url.hash !== '') {
    throw new BaseUrlError(
      'Cannot use an address with a query or fragment: expected one such as https://staging.example/v1.',
    )
  }
  const path = url.pathname.replace(/(?<!\/)\/+$/, '')
  if (path.endsWith('/v1')) return url.origin + path
  const base = baseBefore(url, anyPath)
  if (anyPath && base === url.origin + path) return base
  const isBase = anyPath || base.endsWith('/v1')
  throw new BaseUrlError(
    `Cannot use the address ${url.origin}${path}: addresses of the service end ${anyPath ? 'before /pets' : 'in /v1'}. ` +
      (isBase
        ? `Did you mean ${base}?`
        : `Did you mean ${base}/v1? With --any-path (in code anyPath: true) the contract suite takes ${base} as it is.`),
  )
}

/** What stands before the path of an operation: who copied that has the base address, too. */
function baseBefore({ origin, pathname }: URL, anyPath: boolean): string {
  const path = pathname.replace(/(?<!\/)\/+$/, '')
  const below = anyPath ? undefined : /^.*?\/v1(?=\/|$)/.exec(path)?.[0]
  return origin + (below ?? path.replace(/\/pets(?:\/[^/]*)?$/, ''))
}

function named(text: string): string {
  // Before an @ there may be a secret.
  return text.includes('@') ? '' : ` ${JSON.stringify(text)}`
}
