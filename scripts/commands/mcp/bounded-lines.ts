import { Transform } from 'node:stream'

const lineFeed = 0x0a

/**
 * Passes lines on, one as each chunk. A line that is too long is skipped, and never held in memory.
 * @param onTooLong called once for each skipped line, as soon as it is too long
 */
export function boundedLines(mostBytes: number, onTooLong: () => void): Transform {
  let parts: Buffer[] = []
  let bytes = 0
  const take = (part: Buffer) => {
    const before = bytes
    bytes += part.length
    if (bytes <= mostBytes) parts.push(part)
    else if (before <= mostBytes) {
      parts = []
      onTooLong()
    }
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0
      for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, from)) {
        take(chunk.subarray(from, end + 1))
        if (parts.length > 0) this.push(Buffer.concat(parts))
        parts = []
        bytes = 0
        from = end + 1
      }
      take(chunk.subarray(from))
      done()
    },
  })
}
