import { type ControlOptions, createControl } from '../control.ts'
import type { AnimalStore } from '../../store/store.ts'
import { EventReader } from './event-reader.ts'
import { RequestError, type Transport, requestsBy } from './transport.ts'

// The guard of the control API requires a host of this machine, also without a network.
const host = '127.0.0.1:4010'

const bytesOf = (body: string | Uint8Array) => (typeof body === 'string' ? new TextEncoder().encode(body) : body)

/** Reaches a mock in this tab. */
export function tabTransport(store: AnimalStore, options?: ControlOptions): Transport {
  const control = createControl(store, options)
  return {
    origin: `http://${host}`,
    isServer: false,
    ...requestsBy(async (target, { body, ...request }) => {
      if (target.startsWith('/_mock')) {
        const headers = { ...request.headers, host }
        const { status, body: answer } = await control.answer({ ...request, target, headers, body })
        return new Response(answer.length === 0 ? null : new Uint8Array(bytesOf(answer)), { status })
      }
      try {
        return await store.fetch(target, { ...request, body: body ?? null })
      } catch {
        throw new RequestError('The connection was cut before a reply came.')
      }
    }),
    watch(target, { onEvent, onState }) {
      const reader = new EventReader(onEvent)
      let stop: (() => void) | undefined
      let isStopped = false
      const begin = async () => {
        const { events } = await control.answer({ method: 'GET', target, headers: { host } })
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
  }
}
