import type { SeedEvent } from '../../../fixtures/seed/index.ts'
import { printable } from '../../../spec/index.ts'
import { type Shell, StatusLine } from '../shell.ts'
import { duration, planText } from './seed-text.ts'

const redrawMilliseconds = 500

/** Shows how a seeding goes on: on a terminal in one line, in a log line by line and less of it. */
export class SeedProgress {
  readonly #line: StatusLine
  readonly #total: number
  readonly #mask: (text: string) => string
  readonly #now: () => number
  readonly #startedAt: number
  readonly #timer: NodeJS.Timeout
  #done: number
  #sent = 0
  #minuteLimit = Number.POSITIVE_INFINITY
  #waiting: { readonly until: number; readonly reason: string } | undefined

  /**
   * @param total how many animals there are
   * @param done how many exist or are unknown already
   * @param now the time in milliseconds, from any beginning
   */
  constructor(
    shell: Shell,
    total: number,
    done: number,
    mask: (text: string) => string,
    now = () => performance.now(),
  ) {
    this.#line = new StatusLine(shell, now)
    this.#total = total
    this.#done = done
    this.#mask = mask
    this.#now = now
    this.#startedAt = now()
    // The seconds of a wait are counted down on a terminal, where a log says it once.
    this.#timer = setInterval(() => this.#line.isTerminal && this.#show(), redrawMilliseconds).unref()
  }

  /** Takes in what happened. */
  readonly tell = (event: SeedEvent): void => {
    switch (event.kind) {
      case 'counted':
        this.#minuteLimit = event.plan.minuteLimit ?? this.#minuteLimit
        return this.#line.say(planText(event.plan))
      case 'waiting':
        this.#waiting = { until: this.#now() + event.milliseconds, reason: event.reason }
        if (this.#line.isTerminal || event.milliseconds < 1000) return this.#show()
        return this.#line.say(this.#text())
      case 'looked':
        if (event.found === 'found') this.#sent++
        return this.#line.say(`Number ${event.number} ${lookTexts[event.found]}.`)
      case 'answered':
        this.#waiting = undefined
        if (event.answer.outcome === 'not-created') return
        this.#sent++
        this.#done++
        this.#show()
    }
  }

  /** Leaves the line of the terminal empty. */
  end(): void {
    clearInterval(this.#timer)
    this.#line.clear()
  }

  #show(): void {
    this.#line.show(() => this.#text())
  }

  #text(): string {
    const now = this.#now()
    const wait = Math.max(0, Math.ceil(((this.#waiting?.until ?? now) - now) / 1000))
    const animals = this.#total - this.#done
    const perSecond = this.#sent / Math.max(1, (now - this.#startedAt) / 1000)
    // By the rate so far, but no faster than the limit allows: a window that has just begun goes far too well.
    const byLimit = Math.max(0, (animals * 60) / this.#minuteLimit - 60)
    const left = Math.max(animals / perSecond, wait + byLimit)
    return [
      `${this.#done} of ${this.#total}`,
      ...(this.#sent === 0 ? [] : [`${Math.round(perSecond * 60)} a minute`]),
      ...(this.#sent === 0 || animals <= 0 ? [] : [`${duration(left)} left`]),
      ...(wait > 0 ? [`waiting ${duration(wait)}: ${printable(this.#mask(this.#waiting?.reason ?? ''))}`] : []),
    ].join('  ')
  }
}

const lookTexts = {
  found: 'was found: it exists',
  absent: 'does not exist, and is sent again',
  unproven: 'was not found, which proves nothing here; it is sent again',
} as const
