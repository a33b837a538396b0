/**
 * What would change how the text around it is shown, or not be seen: controls, format characters (marks of writing
 * direction among them), line separators, tags, lone surrogates. The joiners belong to emoji, and to words of many scripts.
 */
const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

// A browser takes seconds to lay out a page of names that have a million characters each.
const mostOnLine = 10_000

/**
 * Text of a call or an animal as it may be shown: what cannot be seen, or turns the text around, is named by its code
 * point. Line breaks and tabs stay where `keepLines` says so; without them, no more is shown than one can read.
 */
export function visibleText(text: string, keepLines = false): string {
  if (!keepLines && text.length > mostOnLine) {
    // Half of a character would be shown as an invisible one.
    const start = text.slice(0, mostOnLine).replace(/[\uD800-\uDBFF]$/, '')
    return `${visibleText(start)}… (${text.length.toLocaleString('en')} characters)`
  }
  return text.replaceAll(unseen, (character) => {
    if (keepLines && (character === '\n' || character === '\t')) return character
    return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`
  })
}

/** Whether a text has every word of a search. */
export function hasWords(text: string, search: string): boolean {
  const all = text.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}
