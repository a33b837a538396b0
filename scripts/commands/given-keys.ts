type Hide = (text: string) => string

const hides: Hide[] = []

/** From now on, nothing that this process prints or writes shows that key. */
export function hideGivenKey(hide: Hide): void {
  hides.push(hide)
}

/** A text without the keys that commands were given. It is the last guard: results have no key in them. */
export function withoutGivenKeys(text: string): string {
  return hides.reduce((shown, hide) => hide(shown), text)
}
