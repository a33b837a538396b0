/** More than that helps nobody. */
const mostShownBytes = 2000

/** Bytes as one line of visible ASCII, in quotes; what is long is cut, and says so. */
export function escapeBytes(bytes: Buffer): string {
  const shown = bytes.toString('latin1', 0, mostShownBytes)
  const escaped = shown.replaceAll(/[^ !#-[\]-~]/g, (character) => {
    const short = { '\r': '\\r', '\n': '\\n', '\t': '\\t', '"': '\\"', '\\': '\\\\' }[character]
    return short ?? `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
  })
  const left = bytes.length - shown.length
  return `"${escaped}"${left > 0 ? ` and ${left} bytes more` : ''}`
}
