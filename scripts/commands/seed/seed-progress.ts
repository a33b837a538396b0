import type { SeedEvent } from '../../../fixtures/seed/index.ts'
import { printable } from '../../../spec/index.ts'
import { duration, planText } from './seed-text.ts'
import type { Shell } from '../shell.ts'
import { StatusLine } from '../status-line.ts'

const redrawMilliseconds = 500
const logMilliseconds = 5000
const barWidth = 20

/** Shows how a seeding goes on: on a terminal as a bar in one line, in a log line by line and less of it. */
export class SeedProgress {
  readonly #line: StatusLine
  readonly #total: number
  readonly #mask: (text: string) => string
  readonly #now: () => number
  readonly #startedAt: number
  readonly #timer: NodeJS.Timeout | undefined
  #done: number
  #sent = 0
  #minuteLimit: number | undefined
  #waiting: { readonly until: number; readonly reason: string } | undefined
  #shownAt: number

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
    this.#line = new StatusLine(shell)
    this.#total = total
    this.#done = done
    this.#mask = mask
    this.#now = now
    this.#startedAt = now()
    this.#shownAt = this.#startedAt
    if (this.#line.isTerminal) this.#timer = setInterval(() => this.#draw(), redrawMilliseconds).unref()
  }

  /** Takes in what happened. */
  readonly tell = (event: SeedEvent): void => {
    const now = this.#now()
    switch (event.kind) {
      case 'counted':
        this.#minuteLimit = event.plan.minuteLimit
        this.#say(planText(event.plan))
        return
      case 'waiting':
        this.#waiting = { until: now + event.milliseconds, reason: event.reason }
        if (this.#line.isTerminal) this.#draw()
        else if (event.milliseconds >= 1000) this.#say(this.#text())
        return
      case 'looked':
        if (event.found === 'found') this.#sent++
        this.#say(`Number ${event.number} ${lookTexts[event.found]}.`)
        return
      case 'answered':
        this.#waiting = undefined
        if (event.answer.outcome === 'not-created') return
        this.#sent++
        this.#done++
        if (this.#line.isTerminal) this.#draw()
        else if (now - this.#shownAt >= logMilliseconds) this.#say(this.#text())
    }
  }

  /** Leaves the line of the terminal empty. */
  end(): void {
    clearInterval(this.#timer)
    this.#line.clear()
  }

  #say(text: string): void {
    this.#shownAt = this.#now()
    this.#line.say(printable(this.#mask(text)))
  }

  #draw(): void {
    const filled =
      this.#total === 0 ? barWidth : Math.floor((Math.min(this.#done, this.#total) / this.#total) * barWidth)
    const bar = `[${'='.repeat(filled)}${' '.repeat(barWidth - filled)}] `
    this.#line.show(`${bar}${printable(this.#mask(this.#text()))}`)
  }

  #text(): string {
    const now = this.#now()
    const wait = this.#waiting === undefined ? 0 : Math.max(0, Math.ceil((this.#waiting.until - now) / 1000))
    const left = this.#secondsLeft(now, wait)
    return [
      `${this.#done} of ${this.#total}`,
      ...(this.#sent === 0 ? [] : [`${Math.round(this.#perSecond(now) * 60)} a minute`]),
      ...(left === undefined ? [] : [`${duration(left)} left`]),
      ...(wait > 0 ? [`waiting ${duration(wait)}: ${this.#waiting?.reason}`] : []),
    ].join('  ')
  }

  #perSecond(now: number): number {
    return this.#sent / Math.max(1, (now - this.#startedAt) / 1000)
  }

  /** By the rate so far, but no faster than the limit allows: a window that has just begun goes far too well. */
  #secondsLeft(now: number, waitSeconds: number): number | undefined {
    const animals = Math.max(0, this.#total - this.#done)
    if (animals === 0 || this.#sent === 0) return undefined
    const byLimit =
      this.#minuteLimit === undefined ? 0 : (Math.max(0, animals - this.#minuteLimit) / this.#minuteLimit) * 60
    return Math.max(animals / this.#perSecond(now), waitSeconds + byLimit)
  }
}

const lookTexts = {
  found: 'was found: it exists',
  absent: 'does not exist, and is sent again',
  unproven: 'was not found, which proves nothing here; it is sent again',
} as const
