import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type fc from 'fast-check'
import { vi } from 'vitest'
import type { Send } from './redis-connection.ts'

/** What becomes of a command: Redis refuses it, or the connection ends before it is sent, or before its answer comes. */
export const fates = ['goes on', 'is refused', 'is not sent', 'is not answered'] as const

/** What is simulated now. It has a clock of its own, by vi.useFakeTimers. */
export const simulation = {
  /** Decides whose next command, or whose next answer, goes on. */
  scheduler: undefined as fc.Scheduler | undefined,
  /** Those of the commands in turns, as long as they may fail. */
  fates: ['goes on'] as readonly (typeof fates)[number][],
  mayFail: false,
  commands: 0,
  underWay: 0,
  /** Asks the real Redis. */
  send: undefined as Send | undefined,
  listeners: new Map<string, Set<() => void>>(),
}

function step(work: () => unknown): void {
  const act = async () => {
    simulation.underWay++
    await work()
    return simulation.underWay--
  }
  void simulation.scheduler?.schedule(Promise.resolve()).then(act)
}

/** Lets one thing happen, and everything that follows from it in the replicas. */
export async function turn(): Promise<void> {
  if (isBusy()) await simulation.scheduler?.waitNext(1)
  for (let turns = 0; turns < 4 || simulation.underWay > 0; turns++) await nextTurn()
  await vi.advanceTimersByTimeAsync(1)
}

/** Whether commands or answers are on the way. */
export const isBusy = (): boolean => (simulation.scheduler?.count() ?? 0) > 0

/** Goes on until the promise has settled. */
export async function until<T>(promise: Promise<T>): Promise<T> {
  const state = { isSettled: false }
  const settle = () => void (state.isSettled = true)
  promise.then(settle, settle)
  while (!state.isSettled) await turn()
  return promise
}

/** A client whose commands and answers keep their order, as on a socket. What was sent may be done after its end. */
export function simulatedClient() {
  let isOpen = true
  let isCut = false
  let report: (error: Error) => void
  const ended = new Error('the connection ended')
  const unanswered = new Set<(error: Error) => void>()
  const unsent: (() => Promise<void>)[] = []
  const answers: (() => void)[] = []
  const destroy = () => {
    isOpen = false
    for (const reject of unanswered) reject(ended)
  }
  const lose = () => {
    if (!isOpen) return
    destroy()
    report(ended)
  }
  const sendCommand = (command: readonly string[]) =>
    new Promise<unknown>((resolve, reject) => {
      if (!isOpen) return reject(ended)
      unanswered.add(reject)
      unsent.push(async () => {
        const fate = simulation.mayFail ? simulation.fates[simulation.commands++ % simulation.fates.length] : 'goes on'
        isCut ||= fate === 'is not sent'
        if (isCut) return lose()
        const asking = fate === 'is refused' ? Promise.reject(new Error('OOM')) : simulation.send?.(...command)
        const [answered] = await Promise.allSettled([asking])
        const answer = () => (answered.status === 'fulfilled' ? resolve(answered.value) : reject(answered.reason))
        answers.push(fate === 'is not answered' ? lose : answer)
        step(() => answers.shift()?.())
        // The script says so to who listens where it has added to the journal.
        const hears = command.some((word) => word.startsWith('aj'))
          ? simulation.listeners.get(command[3] ?? '')
          : undefined
        for (const heard of hears ?? []) step(heard)
      })
      step(() => unsent.shift()?.())
    })
  return {
    on: (_: string, listener: typeof report) => void (report = AsyncLocalStorage.bind(listener)),
    connect: () => new Promise<void>((resolve) => step(resolve)),
    subscribe: async (channel: string, heard: () => void) => {
      const others = simulation.listeners.get(channel) ?? new Set()
      simulation.listeners.set(channel, others.add(AsyncLocalStorage.bind(() => isOpen && heard())))
    },
    unsubscribe: async () => undefined,
    sendCommand,
    destroy,
    close: async () => destroy(),
  }
}
