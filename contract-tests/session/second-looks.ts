import { counted } from '../../spec/index.ts'
import type { Question, Seen } from '../exchange/question.ts'
import { pauses } from './waits.ts'

/** An answer that may be a temporary failure. */
interface DoubtfulAnswer {
  readonly seen: Seen
  /** Whether a later answer to the same request is as it should be. */
  readonly isFine: (later: Seen) => boolean
  /** Called with the last answer to the same request. */
  readonly onLastAnswer: (later: Seen) => void
}

const mostAnswers = 25

/** Doubtful answers whose requests are sent again at the end of a run, after one wait for all of them. */
export class SecondLooks {
  readonly #answers = new Map<string, DoubtfulAnswer>()

  /** How many requests they may take. */
  get requests(): number {
    return this.#answers.size * pauses.restart.length
  }

  /** Keeps the first answer to each request. A few requests are enough to show a lasting departure. */
  add(answer: DoubtfulAnswer): void {
    const { operation, credential, path, body } = answer.seen.question
    const request = [operation, credential, path, body].join(' ')
    if (this.#answers.size < mostAnswers && !this.#answers.has(request)) this.#answers.set(request, answer)
  }

  /** Sends each request again until its answer is fine, at most twice. */
  async run(
    send: (question: Question) => Promise<Seen>,
    pause: (milliseconds: number, reason: string) => Promise<void>,
  ): Promise<void> {
    let left = [...this.#answers.values()].map((answer) => ({ answer, last: answer.seen }))
    this.#answers.clear()
    for (const milliseconds of pauses.restart) {
      if (left.length === 0) return
      await pause(milliseconds, `then ${counted(left.length, 'doubtful answer')} will be asked for again`)
      const again: typeof left = []
      for (const { answer } of left) {
        const last = await send({ ...answer.seen.question, isOnNewConnection: true })
        if (answer.isFine(last)) answer.onLastAnswer(last)
        else again.push({ answer, last })
      }
      left = again
    }
    for (const { answer, last } of left) answer.onLastAnswer(last)
  }
}
