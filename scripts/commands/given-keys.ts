type Hide = (text: string) => string

const hides = new Map<string, Hide>()

/** From now on, nothing that this process prints or writes shows that key. */
export function hideGivenKey(key: string, hide: Hide): void {
  hides.set(key, hide)
}

/** A text without the keys that commands were given. It is the last guard: results have no key in them. */
export function withoutGivenKeys(text: string): string {
  return [...hides.values()].reduce((shown, hide) => hide(shown), text)
}
