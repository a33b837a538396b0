import { type Answer, type AskOptions, ask } from '../../contract-tests/servers/ask.ts'
import type { TestServer } from '../../contract-tests/servers/index.ts'
import { runOn } from '../../contract-tests/servers/run-on.ts'
import { createAnimalStore } from '../../mocks/entry.ts'
import { type Pet, isObject, parseProfile, readJson } from '../../spec/index.ts'
import { callsToCompare, summaryOf } from './calls-to-compare.ts'
import { transportTo } from './run-on-mock.ts'

/** Learns from a server, and sends the same calls to it and to a mock with that profile. @returns both answers in short */
export async function compare(server: TestServer) {
  const compared: { readonly what: string; readonly server: string; readonly mock: string }[] = []
  await runOn(
    server,
    { learn: true },
    {
      async afterwards(deployment, { findings, profile }, advanceTime) {
        const blamed = findings.find(({ level }) => level === 'broken')
        if (blamed !== undefined) throw new Error(`Learning blames ${server.id}: ${blamed.clause}`)
        // The mock has the same animals, in the order of creation.
        const pets = [...deployment.animals()]
        const store = createAnimalStore({ dataset: pets, profile: parseProfile(profile) })
        const toServer: Send = (call) => {
          // So that no quota refuses it.
          advanceTime(61_000)
          return ask(deployment, ...call)
        }
        const mock = { url: '', apiKey: 'test_enterprise', transport: transportTo(store) }
        const byServer = await play(pets, toServer, deployment.apiKey)
        const byMock = await play(pets, (call) => ask(mock, ...call), mock.apiKey)
        for (const [at, { what, body }] of callsToCompare(pets).entries()) {
          const shown = body === undefined ? what : `${what} ${body.slice(0, 60)}`
          compared.push({ what: shown, server: byServer[at] ?? '', mock: byMock[at] ?? '' })
        }
      },
    },
  )
  return compared
}

type Send = (call: [what: string, options: AskOptions]) => Promise<Answer>

async function play(pets: readonly Pet[], send: Send, key: string): Promise<readonly string[]> {
  const summaries: string[] = []
  let added = '0'
  for (const call of callsToCompare(pets)) {
    const what = call.what.replace('{known}', String(pets[0]?.id ?? 1)).replace('{added}', added)
    const authorization = call.key === 'none' ? null : `Bearer ${call.key === 'wrong' ? 'nonsense' : key}`
    const { body, headers = {} } = call
    const answer = await send([what, { authorization, body, headers: { ...headers } }])
    const { status, text } = answer
    const reading = readJson(text)
    if (status === 201 && reading.ok && isObject(reading.value)) added = String(reading.value['id'])
    summaries.push(summaryOf(answer))
  }
  return summaries
}
