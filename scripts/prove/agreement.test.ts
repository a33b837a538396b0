import { expect, test } from 'vitest'
import { Randomness } from '../../fixtures/index.ts'
import { habits } from '../../contract-tests/servers/conforming/habits.ts'
import { type TestServer, servers } from '../../contract-tests/servers/index.ts'
import { openDeployment, startDeployment } from '../../contract-tests/servers/start-deployment.ts'
import { type Behaviour, combined } from '../../contract-tests/servers/variation.ts'
import { compare } from './agreement.ts'

/** What a mock cannot play: errors that are no Error, random pages and orders, people in the shop, a closed category. */
const beyond =
  /^(?:gateway-refuses|random-order|pages-|other-client-adds|undocumented-501|people-|first-category-closed|one-category-open)/

// The others are special in how they send, which no profile describes.
const asked = servers.filter(
  ({ kind, needs, id }) => kind === 'conforming' && needs.length === 0 && !/^(?:http-1\.0|idle-)/.test(id),
)

/** Learns from each server, and compares its answers with those of a mock that has the profile. */
async function compareAll(all: readonly TestServer[]) {
  let [same, count] = [0, 0]
  const differing: { readonly server: string; readonly call: string; readonly answers: string }[] = []
  for (const server of all) {
    const compared = await compare(server)
    count += compared.length
    for (const { what, server: theirs, mock } of compared) {
      if (theirs === mock) same++
      else differing.push({ server: server.id, call: what, answers: `server ${theirs}, mock ${mock}` })
    }
  }
  return { share: same / count, differing }
}

test(
  'a mock with the learned profile answers the same calls as each conforming server does',
  { timeout: 300_000 },
  async () => {
    const { share, differing } = await compareAll(asked)
    const off = differing.filter(({ server }) => !beyond.test(server))
    // No choice describes a server that takes a status in capitals.
    expect(off).toMatchObject([{ server: 'query-any-case', call: 'GET /pets?status=SOLD' }])
    expect(share).toBeGreaterThan(0.98)
  },
)

/** A server with one habit of each kind, drawn from a seed. */
function serverOf(seed: number): TestServer {
  const random = new Randomness(seed)
  const drawn = Object.values(habits).map((ofKind) => {
    const named = Object.entries<Behaviour>(ofKind)
    return named[Math.floor(random.next() * named.length)] ?? (['', {}] as const)
  })
  const variation = { hooks: combined(drawn.map(([, behaviour]) => behaviour)) }
  return {
    kind: 'conforming',
    id: `${seed}: ${drawn.map(([name]) => name).join(', ')}`,
    needs: [],
    usual: undefined,
    start: (options = {}) => startDeployment(variation, options),
    open: (options = {}) => openDeployment(variation, options),
  }
}

// `DEPLOYMENTS=72 npx vitest run …` tries as many as that.
const deployments = Number(process.env['DEPLOYMENTS'] ?? 12)

test('so it does for servers with the habits of real ones', { timeout: deployments * 10_000 }, async () => {
  const { share, differing } = await compareAll(Array.from({ length: deployments }, (_, at) => serverOf(at + 1)))
  expect({ share: Math.floor(share * 1000) / 10, differing }).toEqual({ share: 100, differing: [] })
})
