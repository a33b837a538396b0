import type { Method, Transport } from '../../contract-tests/client/index.ts'
import { ask } from '../../contract-tests/servers/ask.ts'
import type { TestServer } from '../../contract-tests/servers/index.ts'
import { runOn } from '../../contract-tests/servers/run-on.ts'
import { createAnimalStore } from '../../mocks/index.ts'
import { type Pet, decodeUtf8, isObject, parseProfile, readJson } from '../../spec/index.ts'
import { type BatteryCall, battery, gist } from './battery.ts'
import { transportTo } from './run-on-mock.ts'

/** Learns from a server, and asks it and a mock with that profile the same calls. @returns both answers, in short */
export async function compare(server: TestServer) {
  const compared: { readonly what: string; readonly server: string; readonly mock: string }[] = []
  await runOn(
    server,
    { learn: true },
    {
      async afterwards(deployment, { findings: [blamed], profile }, pass) {
        if (blamed !== undefined) throw new Error(`Learning blames ${server.id}: ${blamed.clause}`)
        // The mock has the same animals, in the order of creation.
        const pets = [...deployment.animals()]
        const store = createAnimalStore({ dataset: pets, profile: parseProfile(profile) })
        const overHttp: Send = ({ what, body, headers }, authorization) =>
          ask(deployment, what, { authorization, body, headers: { ...headers } })
        const toServer = deployment.transport === undefined ? overHttp : sendBy(deployment.transport)
        const unhindered: Send = (call, authorization) => {
          // No quota shall be in the way.
          pass(61_000)
          return toServer(call, authorization)
        }
        const byServer = await play(pets, unhindered, deployment.apiKey)
        const byMock = await play(pets, sendBy(transportTo(store)), 'test_enterprise')
        for (const [at, { what, body }] of battery(pets).entries()) {
          const shown = body === undefined ? what : `${what} ${body.slice(0, 60)}`
          compared.push({ what: shown, server: byServer[at] ?? '', mock: byMock[at] ?? '' })
        }
      },
    },
  )
  return compared
}

type Send = (call: BatteryCall, authorization: string | null) => Promise<{ status: number; text: string }>

function sendBy(transport: Transport): Send {
  return async ({ what, body, headers }, authorization) => {
    const [method = '', path = ''] = what.split(' ')
    const sent = {
      ...(authorization !== null && { authorization }),
      ...(body !== undefined && { 'content-type': headers?.['Content-Type'] ?? 'application/json' }),
    }
    // The suite itself knows no method beyond those of the interface.
    const { status, bytes } = await transport({ method: method as Method, path, headers: sent, body })
    return { status, text: decodeUtf8(bytes) ?? '' }
  }
}

async function play(pets: readonly Pet[], send: Send, key: string): Promise<readonly string[]> {
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
