import type { JournalRecord } from '../journal/journal-record.ts'
import { RecordWriter } from '../journal/journal-text.ts'

/** As large as the whole journal of a sandbox may be. */
const mostRecordBytes = 8 * 1024 * 1024

/** Records of one block are dropped together, so large records go into small blocks. */
const mostBlockBytes = 64 * 1024

/** Puts records of the journal together into blocks, so that one instruction stores many. A block is a count, and so many records. */
export class JournalBlocks {
  readonly #writer = new RecordWriter()
  readonly #send: (block: string) => void
  #bytes = 0

  constructor(send: (block: string) => void) {
    this.#send = send
  }

  add(record: JournalRecord): void {
    const bytes = bodyBytesOf(record)
    if (this.#bytes + bytes > mostBlockBytes) this.close()
    if (bytes > mostRecordBytes) return this.#send(`1 ${recordText(record)}`)
    this.#writer.add(record)
    this.#bytes += bytes
  }

  /** Sends the block that records are added to. */
  close(): void {
    const { count } = this.#writer
    if (count > 0) this.#send(`${count} ${this.#writer.take()}`)
    this.#bytes = 0
  }
}

/** A record as text. Of one that is too large, only its number is kept. */
export function recordText(record: JournalRecord): string {
  if (bodyBytesOf(record) > mostRecordBytes) return `A${record.number}\n`
  const writer = new RecordWriter()
  writer.add(record)
  return writer.take()
}

function bodyBytesOf({ call, reply }: JournalRecord): number {
  return (call.body?.length ?? 0) + reply.body.length
}
