// Control characters, marks for the direction of text, line separators and halves of characters.
const unsafe = /[\p{C}\p{Zl}\p{Zp}]/gu

/**
 * Makes a foreign text safe to print on one line. Unsafe characters become `\u{…}`, so that it can neither forge a line
 * nor control a terminal or a CI. The same goes for `##[…]` and `##vso[…]`, which GitHub and Azure run as commands
 * anywhere in a line.
 */
export function printable(text: string): string {
  return text
    .replace(unsafe, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
    .replace(/##(?=[a-z]*\[)/gi, String.raw`#\u{23}`)
}

/** The same for a text of several lines, which stay lines. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}

/** JSON of one line, in which such characters are escaped as JSON has it; it means the same. */
export function printableJson(value: unknown): string {
  return escapedJson(JSON.stringify(value))
}

/** The same for a text that is JSON already; its lines stay lines. */
export function escapedJson(json: string): string {
  return json.replace(unsafe, (character) =>
    // JSON escapes code units, and a character may have two.
    character === '\n'
      ? character
      : character
          .split('')
          .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .join(''),
  )
}

/** Escapes a text for a regular expression; RegExp.escape is too new for some browsers. */
export function escapeForRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
}

/**
 * The text in the Unicode form NFC. A text with more than 64 combining marks in a row, which no language has, stays
 * as it is: the time to sort marks grows with the square of their number, and a name of 1 MB would take minutes.
 */
export function normalized(text: string): string {
  return /\p{M}{65}/u.test(text) ? text : text.normalize()
}
