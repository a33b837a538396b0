/**
 * Reads which service the address of the page names: `?api=http://127.0.0.1:4010/v1` is a server. Otherwise the mock in
 * this tab answers, with the animals of `?dataset=text`.
 * @throws {Error} if the address does not fit
 */
export function readSource(search: string): { api?: string; dataset?: string | undefined } {
  const query = new URLSearchParams(search)
  const api = query.get('api')
  if (api === null) return { dataset: query.get('dataset') ?? undefined }
  if (URL.canParse(api) && /^https?:\/\/[^?#]+\/v1\/?$/.test(api)) return { api: api.replace(/\/$/, '') }
  throw new Error(
    `The shop cannot use "${api}": expected an address that ends in /v1, such as http://127.0.0.1:4010/v1.`,
  )
}
