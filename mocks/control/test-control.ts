import { expect } from 'vitest'
import { isObject, readJson } from '../../spec/index.ts'
import { type ControlOperation, controlOperations } from '../../spec/made/control-operations.ts'
import type { AnimalStoreOptions, Call } from '../entry.ts'
import { rawBody, testStore } from '../testing/test-calls.ts'
import { type ControlOptions, type ControlReply, createControl } from './index.ts'

/** Headers of a caller on this machine. */
export const ownHeaders: Call['headers'] = { host: 'localhost:4010' }

/** A call of the control API; a body is sent as JSON, a text or bytes as they are. */
export function controlCall(method: string, path: string, body?: unknown, headers: Call['headers'] = {}): Call {
  const label: Call['headers'] = body === undefined ? {} : { 'content-type': 'application/json' }
  return {
    method,
    target: `/_mock${path}`,
    headers: { ...ownHeaders, ...label, ...headers },
    body: rawBody(body),
  }
}

/** A control API of a {@link testStore}, and short ways to ask it. */
export function testControl(options: AnimalStoreOptions = {}, controlOptions: ControlOptions = {}) {
  const store = testStore(options)
  const control = createControl(store, {
    onFailure: (error) => {
      throw error
    },
    ...controlOptions,
  })
  async function ask(method: string, path: string, body?: unknown, headers?: Call['headers']) {
    const reply = await control.answer(controlCall(method, path, body, headers))
    const reading = readJson(String(reply.body))
    const value = reading.ok ? reading.value : undefined
    const message = isObject(value) ? String(value['message']) : ''
    return { status: reply.status, value, message, reply }
  }
  return {
    store,
    control,
    ask,
    valueOf: async (...asked: Parameters<typeof ask>) => (await ask(...asked)).value,
    statusOf: async (...asked: Parameters<typeof ask>) => (await ask(...asked)).status,
  }
}

/** Reads the events of a reply as they come. @returns the events so far, and what ends the stream */
export function readEvents({ events, body }: ControlReply) {
  if (events === undefined) throw new Error(`No stream: ${String(body)}`)
  const chunks: string[] = []
  const ending = new AbortController()
  const collect = new WritableStream<Uint8Array>({
    write: (bytes) => void chunks.push(new TextDecoder().decode(bytes)),
  })
  events.pipeTo(collect, { signal: ending.signal }).catch(() => undefined)
  async function stop() {
    // What was sent by now is read by then.
    await new Promise<void>((resolve) => process.nextTick(resolve))
    ending.abort()
  }
  return { chunks, stop }
}

/** What is asked in vain, and some words of why. */
export function refused(status: number, words: string) {
  return { status, message: expect.stringContaining(words) as string }
}

export const controlRoutes: readonly ControlOperation[] = Object.values(controlOperations)

/** A call that comes to an operation, its path filled in; it may be refused. */
export function callOf({ method, path }: ControlOperation, headers: Call['headers'] = {}): Call {
  const parts: Readonly<Record<string, string>> = {
    sandbox: 'default',
    snapshot: 'before',
    scenario: 'empty',
    petId: '1',
    id: 'own-1',
  }
  const filled = path.replaceAll(/\{([a-zA-Z]+)\}/g, (_, name: string) => parts[name] ?? 'unknown')
  const target = filled.endsWith('/wait') ? `${filled}?timeoutMilliseconds=0` : filled
  return { method, target, headers: { ...ownHeaders, ...headers } }
}
