/** Where the shop gets its animals: the address of a server, or else a dataset for the mock in this tab. */
export interface Source {
  readonly api?: string
  readonly dataset?: string | undefined
}

/**
 * Reads `?api=http://127.0.0.1:4010/v1`, or else `?dataset=text`.
 * @throws {Error} when the address does not fit
 */
export function readSource(search: string): Source {
  const query = new URLSearchParams(search)
  const address = query.get('api')
  if (address === null) return { dataset: query.get('dataset') ?? undefined }
  const url = URL.parse(address)
  if (url !== null && /^https?:$/.test(url.protocol) && /\/v1\/?$/.test(url.pathname) && !url.search && !url.hash)
    return { api: url.origin + url.pathname.replace(/\/$/, '') }
  throw new Error(
    `The shop cannot use "${address}": expected an address that ends in /v1, such as http://127.0.0.1:4010/v1.`,
  )
}
