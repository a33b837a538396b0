/**
 * Makes text safe to print: control characters, what steers the direction of text, line separators and halves of
 * characters become `\u{…}`, so that a call can neither forge a line nor speak to the terminal.
 */
export function escapeControls(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
}

/** JSON of one line, in which such characters are escaped as JSON has it; it means the same. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) =>
    // JSON escapes code units, and a character may have two.
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}
