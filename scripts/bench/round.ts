import { Agent, fetch } from 'undici'

/** What a round found. */
interface Round {
  /** How many calls of the interface were answered. */
  calls: number
  readonly wrong: string[]
  /** How many calls had no answer in time, as on a machine that is very busy: from Redis, or before a connection closed. */
  unavailable: number
}

interface RoundOptions {
  /** Where the mock is. Replicas get the requests in turns. */
  readonly origins: readonly string[]
  /** The sandbox of this round. Each round has a new one, so that what stays of a sandbox is seen. */
  readonly sandbox: string
  readonly callsPerRound: number
  readonly callsPerSecond: number
}

type Step = readonly [status: number, method: string, target: string, key?: string | undefined, body?: unknown]

/** Calls of many kinds, then everything that a test does around them; in the end nothing is left of it in the mock. */
export async function playRound({ origins, sandbox, callsPerRound, callsPerSecond }: RoundOptions): Promise<Round> {
  const path = `/_mock/sandboxes/${sandbox}`
  const key = `test_enterprise.${sandbox}`
  const found: Round = { calls: 0, wrong: [], unavailable: 0 }
  const agent = new Agent()
  const watching = new AbortController()
  let [turn, events] = [0, 0]

  async function send([status, method, target, sentKey, body]: Step): Promise<void> {
    const response = await fetch(`${origins[turn++ % origins.length]}${target}`, {
      method,
      dispatcher: agent,
      headers: { ...(sentKey && { authorization: `Bearer ${sentKey}` }), 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => undefined)
    // A kept connection may be closed while a request is on its way.
    if (response === undefined) return void found.unavailable++
    const text = await response.text()
    if (target.startsWith('/v1')) found.calls++
    if (response.status === status) return
    if (response.status === 503 && text.includes('"unavailable"')) return void found.unavailable++
    found.wrong.push(`${method} ${target}: expected ${status}, received ${response.status} ${text.slice(0, 200)}`)
  }

  /** A client that does not wait for its answer. */
  async function giveUp(): Promise<void> {
    const hang = { scenario: 'hang', operation: 'listPets', calls: 1 }
    await send([201, 'POST', `${path}/scenarios`, undefined, hang])
    const given = { headers: { authorization: `Bearer ${key}` }, dispatcher: agent, signal: AbortSignal.timeout(200) }
    const answer = await fetch(`${origins[0]}/v1/pets`, given).catch(() => undefined)
    if (answer !== undefined) found.wrong.push(`a call that hangs was answered with ${answer.status}`)
  }

  async function count(body: AsyncIterable<Uint8Array> | null): Promise<void> {
    const decoder = new TextDecoder()
    for await (const chunk of body ?? []) events += decoder.decode(chunk).split('\nevent: call').length - 1
  }

  try {
    // The first call creates the sandbox.
    await send([200, 'GET', '/v1/pets', key])
    const watched = { dispatcher: agent, signal: watching.signal }
    const streams = await Promise.all(origins.map((origin) => fetch(`${origin}${path}/journal/events`, watched)))
    const counted = streams.map(({ body }) => count(body).catch(() => undefined))
    const calls = callsOf(sandbox, key)
    const startedAt = performance.now()
    for (let sent = 0; sent < callsPerRound; sent++) {
      await send(calls[sent % calls.length] as Step)
      const early = startedAt + (sent / callsPerSecond) * 1000 - performance.now()
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
    }
    await giveUp()
    for (const step of stepsAround(path)) await send(step)
    watching.abort()
    await Promise.all(counted)
    if (events === 0) found.wrong.push(`no event in the stream of ${sandbox}`)
    return found
  } finally {
    watching.abort()
    await agent.destroy()
  }
}

function callsOf(sandbox: string, key: string): readonly Step[] {
  return [
    [200, 'GET', '/v1/pets?limit=20', key],
    [201, 'POST', '/v1/pets', key, { name: 'Rex', categoryId: 1 }],
    [200, 'GET', '/v1/pets?status=sold', key],
    [404, 'GET', '/v1/pets/999999', key],
    [400, 'POST', '/v1/pets', key, { name: 'Rex' }],
    [401, 'GET', '/v1/pets', 'wrong'],
    [429, 'GET', '/v1/pets', `test_banned.${sandbox}`],
    [201, 'POST', '/v1/pets', 'test_enterprise', { name: 'Tom', categoryId: 2, status: 'sold' }],
  ]
}

/** Snapshots, fixtures, faults, the clock and the journal; then the sandbox is reset and deleted. */
function stepsAround(path: string): readonly Step[] {
  return [
    [200, 'PUT', `${path}/snapshots/before`],
    [200, 'POST', `${path}/animals/load`, undefined, { dataset: 'demo', count: 20 }],
    [200, 'POST', `${path}/snapshots/before/restore`],
    [200, 'PATCH', `${path}/settings`, undefined, { fault: 'list-envelope' }],
    [200, 'GET', `${path}/journal?limit=50`],
    [200, 'GET', `${path}/coverage`],
    [200, 'GET', `${path}/animals/export?format=csv`],
    [204, 'DELETE', `${path}/snapshots/before`],
    [204, 'DELETE', path],
    [200, 'POST', '/_mock/sandboxes/default/reset'],
  ]
}
