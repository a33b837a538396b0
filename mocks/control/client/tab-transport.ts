import { type ControlOptions, createControl } from '../control.ts'
import type { AnimalStore } from '../../store/store.ts'
import { RequestError, type Transport, requestsBy } from './transport.ts'

/** Reaches a mock in this tab. */
export function tabTransport(store: AnimalStore, options?: ControlOptions): Transport {
  const control = createControl(store, options)
  return {
    // It has no address: the one that `npm start` serves.
    origin: 'http://127.0.0.1:4010',
    isServer: false,
    ...requestsBy(async (target, { signal, body, ...request }) => {
      if (target.startsWith('/_mock')) {
        const { status, body: answer, events } = await control.answer({ ...request, target, body }, signal)
        return new Response(events ?? (answer.length === 0 ? null : (answer as BodyInit)), { status })
      }
      try {
        return await store.fetch(target, { ...request, body: body ?? null })
      } catch {
        throw new RequestError('The connection was cut before a reply came.')
      }
    }),
  }
}
