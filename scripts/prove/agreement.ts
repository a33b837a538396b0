import { runContract } from '../../contract-tests/index.ts'
import { ask } from '../../contract-tests/servers/ask.ts'
import type { TestServer } from '../../contract-tests/servers/index.ts'
import { createAnimalStore } from '../../mocks/index.ts'
import { type Pet, isObject, parseProfile, readJson } from '../../spec/index.ts'
import { type BatteryCall, battery, gist } from './battery.ts'

/** What a server and a mock with the profile learned from it answered to the same call, in short. */
export interface Compared {
  readonly what: string
  readonly server: string
  readonly mock: string
}

/** Runs the suite with `learn` against a server. Waits move the server's clock. */
async function learnFrom(server: TestServer) {
  let moved = 0
  const now = () => Date.now() + moved
  const clock = { now, sleep: async (milliseconds: number) => void (moved += milliseconds) }
  const deployment = await server.start({ now, timeScale: 0.1 })
  const result = await runContract({ baseUrl: deployment.url, apiKey: deployment.apiKey, clock, learn: true })
  if (result.findings.length > 0) throw new Error(`Learning blames ${server.id}: ${result.findings[0]?.clause}`)
  return { deployment, result, pass: clock.sleep }
}

/** Asks a server, and a mock with the profile learned from it, the same calls. */
export async function compare(server: TestServer): Promise<readonly Compared[]> {
  const { deployment, result, pass } = await learnFrom(server)
  try {
    // The mock has the same animals, in the order of creation.
    const pets = [...deployment.animals()]
    const store = createAnimalStore({ dataset: pets, profile: parseProfile(result.profile) })
    const keys = { server: deployment.apiKey, mock: 'test_enterprise' }
    const toServer = async ({ what, body, headers }: BatteryCall, authorization: string | null) => {
      // No quota shall be in the way.
      await pass(61_000)
      return ask(deployment, what, { authorization, body, headers: { ...headers } })
    }
    const toMock = async ({ what, body, headers }: BatteryCall, authorization: string | null) => {
      const [method = '', path = ''] = what.split(' ')
      const sent = {
        ...(authorization !== null && { authorization }),
        ...(body !== undefined && { 'content-type': headers?.['Content-Type'] ?? 'application/json' }),
      }
      const reply = await store.answer({ method, target: `/v1${path}`, headers: sent, body })
      return { status: reply.status, text: method === 'HEAD' ? '' : String(reply.body) }
    }
    const byServer = await play(pets, toServer, keys.server)
    const byMock = await play(pets, toMock, keys.mock)
    return battery(pets).map(({ what, body }, at) => {
      const shown = body === undefined ? what : `${what} ${body.slice(0, 60)}`
      return { what: shown, server: byServer[at] ?? '', mock: byMock[at] ?? '' }
    })
  } finally {
    await deployment.close()
  }
}

async function play(
  pets: readonly Pet[],
  send: (call: BatteryCall, authorization: string | null) => Promise<{ status: number; text: string }>,
  key: string,
): Promise<readonly string[]> {
  const gists: string[] = []
  let added = '0'
  for (const call of battery(pets)) {
    const what = call.what.replace('{known}', String(pets[0]?.id ?? 1)).replace('{added}', added)
    const authorization = call.key === 'none' ? null : `Bearer ${call.key === 'wrong' ? 'nonsense' : key}`
    const { status, text } = await send({ ...call, what }, authorization)
    const reading = readJson(text)
    if (status === 201 && reading.ok && isObject(reading.value)) added = String(reading.value['id'])
    gists.push(gist(status, text))
  }
  return gists
}
