import fc from 'fast-check'
import type { FuzzCase } from './exchange.ts'
import { fuzzCases } from './fuzz-case.ts'
import { judge, lookAtMock, lookAtProxy } from './judge.ts'
import type { FuzzTarget } from './run-fuzz.ts'

const goodCall = Buffer.from(
  'GET /v1/pets HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer test_enterprise.good\r\nConnection: close\r\n\r\n',
)

/** The mock: the HTTP adapter with all it has. */
const mock: FuzzTarget = {
  cases: fuzzCases,
  serverFile: new URL('./server.ts', import.meta.url),
  judge: judge.bind(undefined, lookAtMock),
  goodCall: () => ({ bytes: goodCall, isWell: (received) => /^HTTP\/1\.1 200 .*\]$/s.test(received.toString()) }),
  goodCallInterval: 100,
}

/** A proxy waits for the end of an upload as long as its client does. Each case has a number of its own in its paths. */
const proxyCases = fc.tuple(fuzzCases, fc.nat(36 ** 4 - 1)).map(([drawn, id]): FuzzCase => {
  const ending = drawn.ending === 'wait' ? 'half-close' : drawn.ending
  const steps = drawn.steps.map((step) => (typeof step === 'number' ? step : named(step, id)))
  return { ...drawn, ending, leastReplies: 0, steps }
})

/** Puts a number into paths, so that each answer shows whose it is. The length stays the same. */
function named(bytes: Buffer, id: number): Buffer {
  const path = `/v1/${id.toString(36).padStart(4, '0')}`
  return Buffer.from(bytes.toString('latin1').replaceAll('/v1/pets', path), 'latin1')
}

let goodCalls = 0

/** The proxy before a deployment that reads the wire by itself, and repeats each request in its answer. */
const proxy: FuzzTarget = {
  cases: proxyCases,
  serverFile: new URL('./serve-proxy.ts', import.meta.url),
  judge: judge.bind(undefined, lookAtProxy),
  goodCall() {
    const target = `/v1/good-${++goodCalls}`
    const bytes = Buffer.from(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`)
    const end = JSON.stringify({ method: 'GET', target, body: '' })
    return { bytes, isWell: (received) => received.toString('latin1').endsWith(end) }
  },
  goodCallInterval: 4,
}

export const targets = { mock, proxy } as const
