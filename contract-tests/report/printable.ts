/**
 * Makes text of a deployment safe to print: control characters, what steers the direction of text, line separators and
 * halves of characters become `\u{…}`, so that it can neither forge a line nor speak to a terminal or a CI. The same goes
 * for `##[…]` and `##vso[…]`, which GitHub and Azure take for a command wherever it stands in a line.
 */
export function printable(text: string): string {
  return text
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
    .replace(/##(?=[a-z]*\[)/gi, String.raw`#\u{23}`)
}
