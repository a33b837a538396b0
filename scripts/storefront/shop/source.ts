/** Where the shop gets its animals from. */
export type Source =
  | { readonly kind: 'tab'; readonly dataset: string | undefined }
  | { readonly kind: 'http'; readonly baseUrl: string }

/**
 * Reads `?api=http://127.0.0.1:4010/v1`, or else `?dataset=text` for the mock in this tab.
 * @throws {Error} when the address is none of the interface
 */
export function readSource(search: string): Source {
  const query = new URLSearchParams(search)
  const address = query.get('api')
  if (address === null) return { kind: 'tab', dataset: query.get('dataset') ?? undefined }
  const url = URL.parse(address)
  if (url !== null && /^https?:$/.test(url.protocol) && /\/v1\/?$/.test(url.pathname) && !url.search && !url.hash)
    return { kind: 'http', baseUrl: url.origin + url.pathname.replace(/\/$/, '') }
  throw new Error(
    `The shop cannot use "${address}": expected an address that ends in /v1, such as http://127.0.0.1:4010/v1.`,
  )
}

// For this tab alone, and gone with it. A shop for the public would keep its key on a server of its own: whatever a page
// knows, its visitors know too.
const keyName = 'animal-store-key'

/** The key that the visitor gave, or one of the mock's test keys. */
export function storedKey(): string {
  try {
    return sessionStorage.getItem(keyName) ?? 'test_free'
  } catch {
    return 'test_free'
  }
}

export function storeKey(key: string): void {
  try {
    sessionStorage.setItem(keyName, key)
  } catch {
    // Where a browser keeps nothing, the key holds until the page is left.
  }
}
