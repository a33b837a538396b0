import type { SeedEvent } from '../../../fixtures/seed/index.ts'
import { printable } from '../../../spec/index.ts'
import { type Shell, statusLine } from '../shell.ts'
import { duration, planText } from './seed-text.ts'

const redrawMilliseconds = 500

/**
 * Shows how a seeding goes on: on a terminal in one line, in a log line by line and less of it.
 * @param total how many animals there are
 * @param done how many exist or are unknown already
 * @param now the time in milliseconds, from any beginning
 */
export function seedProgress(
  shell: Shell,
  total: number,
  done: number,
  mask: (text: string) => string,
  now = () => performance.now(),
) {
  const line = statusLine(shell, now)
  const startedAt = now()
  let exist = done
  let sent = 0
  let minuteLimit = Number.POSITIVE_INFINITY
  let waiting: { readonly until: number; readonly reason: string } | undefined

  function text(): string {
    const wait = Math.max(0, Math.ceil(((waiting?.until ?? now()) - now()) / 1000))
    const animals = total - exist
    const perSecond = sent / Math.max(1, (now() - startedAt) / 1000)
    // By the rate so far, but no faster than the limit allows: a window that has just begun goes far too well.
    const byLimit = Math.max(0, (animals * 60) / minuteLimit - 60)
    const left = Math.max(animals / perSecond, wait + byLimit)
    return [
      `${exist} of ${total}`,
      ...(sent === 0 ? [] : [`${Math.round(perSecond * 60)} a minute`]),
      ...(sent === 0 || animals <= 0 ? [] : [`${duration(left)} left`]),
      ...(wait > 0 ? [`waiting ${duration(wait)}: ${printable(mask(waiting?.reason ?? ''))}`] : []),
    ].join('  ')
  }
  // The seconds of a wait are counted down on a terminal, where a log says it once.
  const timer = setInterval(() => line.isTerminal && line.show(text), redrawMilliseconds).unref()

  return {
    /** Takes in what happened. */
    onEvent: (event: SeedEvent): void => {
      switch (event.kind) {
        case 'counted':
          minuteLimit = event.plan.minuteLimit ?? minuteLimit
          return line.say(planText(event.plan))
        case 'waiting':
          waiting = { until: now() + event.milliseconds, reason: event.reason }
          if (line.isTerminal || event.milliseconds < 1000) return line.show(text)
          return line.say(text())
        case 'looked':
          if (event.found === 'found') sent++
          return line.say(`Number ${event.number} ${lookTexts[event.found]}.`)
        case 'answered':
          waiting = undefined
          if (event.answer.outcome === 'not-created') return
          sent++
          exist++
          line.show(text)
      }
    },
    /** Leaves the line of the terminal empty. */
    end(): void {
      clearInterval(timer)
      line.clear()
    },
  }
}

const lookTexts = {
  found: 'was found: it exists',
  absent: 'does not exist, and is sent again',
  unproven: 'was not found, which proves nothing here; it is sent again',
} as const
