import type { JournalRecord } from '../journal/journal-record.ts'
import { RecordWriter } from '../journal/journal-text.ts'

/** As large as the whole journal of a sandbox may be. Of a larger record, only the number is kept. */
const mostRecordBytes = 8 * 1024 * 1024

/** Records of one block are dropped together, so large records go into small blocks. */
const mostBlockBytes = 64 * 1024

/** Puts records of the journal together, so that one instruction stores many. A block is a count, and so many records. */
export class JournalBlocks {
  readonly #writer = new RecordWriter()
  #blocks: string[] = []
  #bytes = 0

  add(record: JournalRecord): void {
    const bytes = (record.call.body?.length ?? 0) + record.reply.body.length
    if (this.#bytes + bytes > mostBlockBytes) this.#close()
    if (bytes > mostRecordBytes) return void this.#blocks.push(`1 A${record.number}\n`)
    this.#writer.add(record)
    this.#bytes += bytes
  }

  #close(): void {
    const { count } = this.#writer
    if (count > 0) this.#blocks.push(`${count} ${this.#writer.take()}`)
    this.#bytes = 0
  }

  /** Returns the blocks so far, and begins new ones. */
  take(): readonly string[] {
    this.#close()
    const blocks = this.#blocks
    this.#blocks = []
    return blocks
  }
}
