import type { FileHandle } from 'node:fs/promises'
import { sealLine } from './state-lines.ts'

/** What of an open file the log uses. */
export type LogFile = Pick<FileHandle, 'write' | 'truncate' | 'datasync' | 'close'>

interface Waiting {
  readonly json: string
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * The end of a state file, where lines are added. Lines that come while others are being written go together in the
 * next write.
 */
export class AppendLog {
  readonly #file: LogFile
  #chain: number
  #endBytes: number
  #waiting: Waiting[] = []
  #writing: Promise<void> | undefined
  /** Why nothing can be added any more. */
  #ended: Error | undefined

  /**
   * @param chain the checksum that the next line goes on from
   * @param endBytes where the next line begins
   */
  constructor(file: LogFile, chain: number, endBytes: number) {
    this.#file = file
    this.#chain = chain
    this.#endBytes = endBytes
  }

  /**
   * Adds an object, and returns once the system has it: then it survives the end of this process, however sudden. Not
   * that of the machine, for which each creation would have to wait for the disk: spec/decisions/0030-state-file.md.
   * @param json a JSON object with at least one member
   */
  append(json: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ json, resolve, reject })
      this.#writing ??= this.#writeAll()
    })
  }

  /** Lets the disk have everything, and closes the file. */
  async close(): Promise<void> {
    await this.#writing
    if (this.#ended !== undefined) return
    this.#ended = new Error('The state file was closed.')
    await this.#file.datasync()
    await this.#file.close()
  }

  async #writeAll(): Promise<void> {
    // What is added in this moment goes along.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      try {
        await this.#write(batch)
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    this.#writing = undefined
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    if (this.#ended !== undefined) throw this.#ended
    let chain = this.#chain
    let text = ''
    for (const { json } of batch) {
      const sealed = sealLine(json, chain)
      text += sealed.line
      chain = sealed.chain
    }
    const bytes = Buffer.from(text)
    try {
      for (let done = 0; done < bytes.length;) {
        const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, this.#endBytes + done)
        done += bytesWritten
      }
    } catch (error) {
      await this.#cutBack()
      const problem = error instanceof Error ? error.message : String(error)
      throw new Error(`Cannot write to the state file, so the change was not made: ${problem}`, { cause: error })
    }
    this.#chain = chain
    this.#endBytes += bytes.length
  }

  /** After a write that failed in the middle, such as on a full disk: no line may follow half of one. */
  async #cutBack(): Promise<void> {
    try {
      await this.#file.truncate(this.#endBytes)
    } catch (error) {
      this.#ended = new Error('The state file takes no more changes: a write failed, and its rest cannot be removed.', {
        cause: error,
      })
    }
  }
}
