import type { JournalRecord } from '../journal/journal-record.ts'
import { RecordWriter } from '../journal/journal-text.ts'

/** As large as the whole journal of a sandbox may be. */
const mostRecordBytes = 8 * 1024 * 1024

/** Records that are stored together are dropped together, so large records are stored in small groups. */
const mostTogetherBytes = 64 * 1024

/** Puts records for the journal together into entries: records behind their count. */
export class JournalEntries {
  readonly #writer = new RecordWriter()
  readonly #send: (entry: string) => void
  #bytes = 0

  constructor(send: (entry: string) => void) {
    this.#send = send
  }

  add(record: JournalRecord): void {
    const bytes = bodyBytesOf(record)
    if (this.#bytes + bytes > mostTogetherBytes) this.close()
    if (bytes > mostRecordBytes) return this.#send(`1 ${entryText(record)}`)
    this.#writer.add(record)
    this.#bytes += bytes
  }

  /** Ends the entry that records are added to. */
  close(): void {
    const { count } = this.#writer
    if (count > 0) this.#send(`${count} ${this.#writer.take()}`)
    this.#bytes = 0
  }
}

/** A record as an entry of the journal. Of one that is too large, only its number is kept. */
export function entryText(record: JournalRecord): string {
  if (bodyBytesOf(record) > mostRecordBytes) return `A${record.number}\n`
  const writer = new RecordWriter()
  writer.add(record)
  return writer.take()
}

function bodyBytesOf({ call, reply }: JournalRecord): number {
  return (call.body?.length ?? 0) + reply.body.length
}
