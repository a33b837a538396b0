import { createHash } from 'node:crypto'
import { createControl } from '../../../mocks/control/index.ts'
import { type Control, startServer } from '../../../mocks/http/index.ts'
import { type AnimalStoreOptions, type Call, createAnimalStore } from '../../../mocks/entry.ts'
import type { Profile } from '../../../spec/index.ts'

/** A recorded call to the interface or to the control API. */
interface Recorded {
  readonly call: Call
  readonly atMilliseconds: number
  readonly isControl: boolean
}

/** Every call of a run, in the order in which they came. */
export type Recording = readonly Recorded[]

/** How the mock is started for each run. */
export interface MockOptions {
  readonly port: number
  readonly store?: Omit<AnimalStoreOptions, 'profile'>
}

/** Serves a new mock while something runs. @returns its result, and the calls that the mock got */
export async function withMock<T>(
  { port, store: options }: MockOptions,
  profile: Partial<Profile>,
  use: (address: string) => Promise<T>,
): Promise<{ readonly result: T; readonly recording: Recording }> {
  const recording: Recorded[] = []
  const keep = (call: Call, isControl: boolean) => {
    recording.push({ call, atMilliseconds: Date.now(), isControl })
  }
  const store = createAnimalStore({ ...options, profile })
  await store.baseAnimals
  const real = createControl(store)
  const control: Control = {
    answer(call, signal) {
      // Reading changes no later answer.
      if (call.method !== 'GET') keep(call, true)
      return real.answer(call, signal)
    },
  }
  const answer = (call: Call) => {
    keep(call, false)
    return store.answer(call)
  }
  const server = await startServer({ store: { ...store, answer }, control, port })
  try {
    return { result: await use(`${server.url}/v1`), recording }
  } finally {
    await server.close()
  }
}

/** Answers recorded calls again under other choices, with the clock at the same times. @returns a digest for each answer */
export async function replay(
  recording: Recording,
  { store: options }: MockOptions,
  profile: Partial<Profile>,
): Promise<readonly string[]> {
  let now = recording[0]?.atMilliseconds ?? 0
  const store = createAnimalStore({ ...options, profile, realNow: () => now })
  const control = createControl(store)
  const answers: string[] = []
  for (const { call, atMilliseconds, isControl } of recording) {
    now = atMilliseconds
    if (isControl) await control.answer(call)
    else {
      const { status, headers, body } = await store.answer(call)
      // The answers themselves would take too much memory.
      answers.push(
        createHash('sha256')
          .update(`${status} ${JSON.stringify(headers)} `)
          .update(body)
          .digest('base64'),
      )
    }
  }
  return answers
}
