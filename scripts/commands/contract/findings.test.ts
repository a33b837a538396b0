import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createAnimalStore } from '../../../mocks/entry.ts'
import { printed } from '../../testing/printed.ts'
import { serve } from '../../testing/serve.ts'
import { tempFolder } from '../../testing/temp-folder.ts'

const file = join(tempFolder(), 'run.json')

/** An answer before it is sent. */
interface Answer {
  status: number
  body: string
  readonly headers: Headers
}

/** Five faults of a server, each with what it does to a request or to its answer. */
const faults = {
  'a missing key is forbidden': {
    answer: (answer: Answer) => {
      if (answer.status === 401) answer.status = 403
    },
  },
  'the limit is ignored': { target: (target: string) => target.replace(/\blimit=1\b/, '') },
  'errors have no code': {
    answer: (answer: Answer) => void (answer.body = answer.body.replace(/"code":"[^"]*",/, '')),
  },
  'names come back in capitals': {
    answer: (answer: Answer) => {
      if (answer.status === 201) answer.body = answer.body.replace('contract-test', 'CONTRACT-TEST')
    },
  },
  'there is no Reset': { answer: ({ headers }: Answer) => headers.delete('x-ratelimit-reset') },
} as const

/** A server with these faults, which can be mended while it runs. */
function startFaulty(broken: ReadonlySet<keyof typeof faults>) {
  const store = createAnimalStore()
  return serve(async (request, response) => {
    const playing = [...broken].map(
      (name): { target?: (target: string) => string; answer?: (answer: Answer) => void } => faults[name],
    )
    const target = playing.reduce((path, { target: edit }) => edit?.(path) ?? path, request.url ?? '')
    const { method = 'GET', headers } = request
    const body = method === 'GET' ? {} : { body: await text(request) }
    const lines = Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string])
    const answered = await store.fetch(target, { method, headers: lines, ...body })
    const answer: Answer = {
      status: answered.status,
      headers: new Headers(answered.headers),
      body: await answered.text(),
    }
    for (const { answer: edit } of playing) edit?.(answer)
    answer.headers.delete('content-length')
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(answer.body)
  })
}

const contract = (...args: readonly string[]) => printed('contract', '--quiet', '--key', 'test_enterprise', ...args)

test('five faults: under their causes, mended one by one', { timeout: 120_000 }, async () => {
  const broken = new Set(Object.keys(faults) as (keyof typeof faults)[])
  const { url } = await startFaulty(broken)
  const { code, out } = await contract('--url', url, '--report', `json=${file}`)
  expect(code).toBe(1)
  const causes = [...out.matchAll(/^✗ broken {2}(\S+) {2}\w+/gm)].map(([, clause]) => clause)
  expect(causes).toHaveLength(5)
  const findings = (out.match(/^ +✗ \S+ {2}\w+/gm) ?? []).length + causes.length
  expect(findings).toBeGreaterThan(8)

  let mended = 0
  for (const fault of broken) {
    broken.delete(fault)
    const replayed = await contract('--url', url, '--baseline', file)
    const now = Number(/(\d+) mended\./.exec(replayed.out)?.[1])
    expect(now, fault).toBeGreaterThan(mended)
    mended = now
    expect(replayed.code).toBe(broken.size === 0 ? 0 : 1)
  }
  expect(mended).toBe(findings)
})
