import type { MockReport } from '../report/mock-report.ts'
import { RequestError, type Transport } from './transport.ts'

/** Answers from a report, and rejects what would change something. */
export function reportTransport({ answers, ...report }: MockReport): Transport {
  const reject = () => Promise.reject(new RequestError('This page is a report: it only shows what was.'))
  return {
    origin: report.origin,
    isServer: true,
    report,
    async send({ method, target }) {
      const path = target.replace(/\?.*/s, '')
      return method === 'GET' && Object.hasOwn(answers, path) ? answers[path] : reject()
    },
    read: reject,
    call: reject,
    watch(target, { onEvent, onState }) {
      onState('live')
      const [, journal = ''] = /^(.*\/journal)\/events/.exec(target) ?? []
      const { entries = [] } = (answers[journal] ?? {}) as { readonly entries?: readonly unknown[] }
      for (const entry of entries) onEvent(JSON.stringify(entry))
      return () => undefined
    },
  }
}
