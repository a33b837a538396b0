import { constants } from 'node:os'

// npm passes a Ctrl-C on that the terminal sent to everybody already, so one key press may come twice.
const samePressMilliseconds = 300

/** Waits for Ctrl-C or SIGTERM. A second one ends the process at once, with 128 and the number of the signal. */
export function untilSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstAt: number | undefined
    const onSignal = (signal: NodeJS.Signals) => {
      firstAt ??= performance.now()
      if (performance.now() - firstAt > samePressMilliseconds) process.exit(128 + constants.signals[signal])
      resolve(signal)
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal)
  })
}
