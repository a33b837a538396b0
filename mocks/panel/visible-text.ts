// What would change how the text around it is shown, or not be seen: controls, format characters (marks of writing
// direction among them), line separators, tags, lone surrogates.
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/**
 * Text of a call or an animal as it may be shown: what cannot be seen, or turns the text around, is named by its code
 * point. Line breaks and tabs stay where `keepLines` says so.
 */
export function visibleText(text: string, keepLines = false): string {
  return text.replaceAll(unseen, (character) => {
    if (keepLines && (character === '\n' || character === '\t')) return character
    // It joins the parts of an emoji, and of words in many scripts.
    if (character === '\u200d' || character === '\u200c') return character
    return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`
  })
}
