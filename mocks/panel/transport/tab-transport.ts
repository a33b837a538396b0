import { writeJson } from '../../../spec/index.ts'
import { createControl } from '../../control/index.ts'
import type { AnimalStore } from '../../world/store.ts'
import { EventReader } from './event-reader.ts'
import { readReply, textOf } from './read-reply.ts'
import { sessionMemory } from './session-memory.ts'
import { PanelError, type Transport } from './transport.ts'

// The guard of the control API wants a name of this machine, also where there is no network between.
const host = { host: 'localhost' }

/** Reaches a mock in this tab. */
export function tabTransport(store: AnimalStore): Transport {
  const control = createControl(store)
  return {
    origin: 'http://127.0.0.1:4010',
    isServer: false,
    memory: sessionMemory(),
    async send({ method, target, body }) {
      const withBody = body === undefined ? {} : { body: writeJson(body) }
      const headers = body === undefined ? host : { ...host, 'content-type': 'application/json' }
      const reply = await control.answer({ method, target, headers, ...withBody })
      return readReply(reply.status, reply.body)
    },
    async read(target) {
      const reply = await control.answer({ method: 'GET', target, headers: host })
      if (reply.status >= 400) readReply(reply.status, reply.body)
      return textOf(reply.body)
    },
    watch(target, { onEvent, onState }) {
      const reader = new EventReader(onEvent)
      let stop: (() => void) | undefined
      let isStopped = false
      const begin = async () => {
        const { events } = await control.answer({ method: 'GET', target, headers: host })
        if (isStopped || events === undefined) return
        stop = events((chunk) => reader.read(chunk))
        onState('live')
      }
      void begin()
      return () => {
        isStopped = true
        stop?.()
      }
    },
    async call({ method, target, headers, body }) {
      try {
        const response = await store.fetch(target, { method, headers, ...(body === undefined ? {} : { body }) })
        return { status: response.status, headers: [...response.headers], body: await response.text() }
      } catch {
        throw new PanelError('The connection was cut before a reply came.')
      }
    },
  }
}
