import { textOf } from '../../call/call.ts'
import { findRoute } from '../../call/route.ts'
import type { JournalRecord } from '../../journal/journal-record.ts'

/** As large as the whole journal of a sandbox may be. Of a larger record, only the number is kept. */
const mostRecordBytes = 8 * 1024 * 1024

/** Records of one block are dropped together, so large records go into small blocks. */
const mostBlockBytes = 64 * 1024

/**
 * Puts records of the journal together, so that one instruction stores many. A block is a count, so many records as JSON in
 * one line, and then their bodies, because JSON would write a page of animals longer: their lengths are in their places, or
 * -1 where the reply has the body of the reply before.
 */
export class JournalBlocks {
  #blocks: string[] = []
  #records: object[] = []
  #bodies = ''
  #replyBefore: string | undefined

  add(record: JournalRecord): void {
    const { call, reply } = record
    const [sent, answered] = [textOf(call.body), textOf(reply.body)]
    if (this.#bodies.length + sent.length + answered.length > mostBlockBytes) this.#close()
    if (sent.length + answered.length > mostRecordBytes) return void this.#blocks.push('1 []\n')
    const isRepeated = answered === this.#replyBefore
    this.#records.push({
      ...record,
      route: undefined,
      call: { ...call, body: sent.length },
      reply: { ...reply, body: isRepeated ? -1 : answered.length },
    })
    this.#bodies += isRepeated ? sent : sent + answered
    this.#replyBefore = answered
  }

  #close(): void {
    const count = this.#records.length
    if (count > 0) this.#blocks.push(`${count} ${JSON.stringify(this.#records)}\n${this.#bodies}`)
    this.#records = []
    this.#bodies = ''
    this.#replyBefore = undefined
  }

  /** Returns the blocks so far, and begins new ones. */
  drain(): readonly string[] {
    this.#close()
    const blocks = this.#blocks
    this.#blocks = []
    return blocks
  }
}

/** The records of a block; nothing for one that was too large. */
export function readBlock(block: string): readonly (JournalRecord | undefined)[] {
  let at = block.indexOf('\n')
  const records = JSON.parse(block.slice(block.indexOf(' '), at++)) as JournalRecord[]
  const next = (length: unknown) => block.slice(at, (at += Number(length)))
  let answered = ''
  const read = records.map((record) => {
    const { call, reply } = record
    const body = next(call.body) || undefined
    if (Number(reply.body) !== -1) answered = next(reply.body)
    const route = findRoute(call.method, call.target)
    return { ...record, route, call: { ...call, body }, reply: { ...reply, body: answered } }
  })
  return read.length === 0 ? [undefined] : read
}
