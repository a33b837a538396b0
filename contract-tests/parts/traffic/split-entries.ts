/** A part of a recording: the text of one entry, or what is wrong there. */
export type Part = { readonly text: string } | { readonly problem: 'too-large' | 'cut-off' | 'not-json' }

// A page of a hundred animals has some 10 KB; recordings of browsers also hold pictures and scripts.
const mostBytesOfEntry = 64 * 1_048_576

const [quote, backslash, openArray, closeArray, openObject, closeObject, comma] = Buffer.from('"\\[]{},')
// Before the array of entries in a HAR file.
const beforeEntries = /"entries"\s*:\s*$/
const tailBytes = 64

/**
 * Splits a recording into its entries: a HAR file, an array, or one entry a line.
 * Only the entry at hand is in memory: spec/decisions/0052-where-a-library-was-turned-down.md.
 */
export async function* splitEntries(
  chunks: AsyncIterable<Uint8Array>,
  mostBytes = mostBytesOfEntry,
): AsyncGenerator<Part> {
  let depth = 0
  // The depth at which entries begin: 0 for one entry a line, more inside the array that holds them.
  let base = 0
  let isText = false
  let isEscaped = false
  let isJunk = false
  // The bytes of the current entry, and whether there is one.
  let held: Buffer[] = []
  let size = 0
  let isEntry = false
  let tail: Buffer = Buffer.alloc(0)

  for await (const bytes of chunks) {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const sign = chunk[at] ?? 0
      if (isText) {
        if (isEscaped) isEscaped = false
        else if (sign === backslash) isEscaped = true
        else if (sign === quote) isText = false
      } else if (sign === openObject || sign === openArray) {
        const isOutside = base === 0 && depth <= 2 && sign === openArray
        const before = isOutside ? Buffer.concat([tail, chunk.subarray(Math.max(0, at - tailBytes), at)]) : tail
        const isList = isOutside && (depth === 0 || beforeEntries.test(before.toString('latin1')))
        if (depth === base || isList) {
          isEntry = !isList
          from = at
          held = []
          size = 0
        }
        depth++
        if (isList) base = depth
      } else if (sign === closeObject || sign === closeArray) {
        depth = Math.max(0, depth - 1)
        if (depth < base) base = 0
        else if (depth === base && isEntry) {
          isEntry = false
          if (size + at + 1 - from > mostBytes) yield { problem: 'too-large' }
          else yield { text: Buffer.concat([...held, chunk.subarray(from, at + 1)]).toString() }
        }
      } else {
        if (sign === quote) isText = true
        // Beyond ASCII there may be a byte order mark.
        if (depth === base && sign > 0x20 && sign < 0x80 && sign !== comma) isJunk = true
      }
    }
    if (isEntry) {
      size += chunk.length - from
      if (size <= mostBytes) held.push(Buffer.from(chunk.subarray(from)))
      else held = []
    }
    tail = Buffer.concat([tail, chunk.subarray(-tailBytes)]).subarray(-tailBytes)
  }
  if (isJunk) yield { problem: 'not-json' }
  if (depth === 0 && !isText) return
  // No end could make JSON of it.
  const isHopeless = isEntry && /^\{\s*[^"}\s]/.test(Buffer.concat(held).subarray(0, tailBytes).toString('latin1'))
  yield { problem: isHopeless ? 'not-json' : 'cut-off' }
}
