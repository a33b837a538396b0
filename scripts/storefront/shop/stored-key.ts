// For this tab alone, and gone with it. A shop for the public would keep its key on a server of its own: whatever a page
// knows, its visitors know too.
const storageName = 'animal-store-key'

/** The key that the visitor gave, or one of the mock's test keys. */
export function storedKey(): string {
  try {
    return sessionStorage.getItem(storageName) ?? 'test_free'
  } catch {
    return 'test_free'
  }
}

export function storeKey(key: string): void {
  try {
    sessionStorage.setItem(storageName, key)
  } catch {
    // Where a browser keeps nothing, the key holds until the page is left.
  }
}
