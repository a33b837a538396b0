import { constants } from 'node:os'

// npm passes a Ctrl-C on that the terminal sent to everybody already, so one key press may come twice.
const samePressMilliseconds = 300

/**
 * Calls back at the first of these signals. A second one ends the process at once, with 128 and its number.
 * @returns a function that leaves the signals alone again
 */
export function onSignal(names: readonly NodeJS.Signals[], heard: (name: NodeJS.Signals) => void): () => void {
  let firstAt: number | undefined
  const listener = (name: NodeJS.Signals) => {
    if (firstAt === undefined) {
      firstAt = performance.now()
      heard(name)
    } else if (performance.now() - firstAt > samePressMilliseconds) process.exit(128 + constants.signals[name])
  }
  for (const name of names) process.on(name, listener)
  return () => {
    for (const name of names) process.off(name, listener)
  }
}

/** Waits for Ctrl-C or SIGTERM. */
export function untilSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => onSignal(['SIGINT', 'SIGTERM'], resolve))
}
