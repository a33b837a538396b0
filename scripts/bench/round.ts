import { Agent, fetch } from 'undici'

/** What a round found. */
interface Round {
  readonly wrong: string[]
  /** How many calls had no answer in time, as on a machine that is very busy. */
  unavailable: number
}

type Step = readonly [status: number, method: string, target: string, key?: string | undefined, body?: unknown]

/**
 * Sends calls of many kinds, then everything that a test does around them; in the end nothing is left of it in the mock.
 * @param origins where the mock is; replicas get the requests in turns
 * @param sandbox each round has a new one, so that what stays of a sandbox is seen
 */
export async function playRound(origins: readonly string[], sandbox: string, callCount: number): Promise<Round> {
  const path = `/_mock/sandboxes/${sandbox}`
  const key = `test_enterprise.${sandbox}`
  const found: Round = { wrong: [], unavailable: 0 }
  const dispatcher = new Agent()
  let turn = 0

  async function send([status, method, target, sentKey, body]: Step): Promise<void> {
    const response = await fetch(`${origins[turn++ % origins.length]}${target}`, {
      method,
      dispatcher,
      headers: { ...(sentKey && { authorization: `Bearer ${sentKey}` }), 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => undefined)
    // A kept connection may be closed while a request is on its way.
    if (response === undefined) return void found.unavailable++
    const text = await response.text()
    if (response.status === status) return
    if (response.status === 503 && text.includes('"unavailable"')) return void found.unavailable++
    found.wrong.push(`${method} ${target}: expected ${status}, received ${response.status} ${text.slice(0, 200)}`)
  }

  // The first call creates the sandbox, whose calls somebody follows from then on.
  await send([200, 'GET', '/v1/pets', key])
  await Promise.all(origins.map((origin) => fetch(`${origin}${path}/journal/events`, { dispatcher })))
  const calls = callsOf(sandbox, key)
  for (let sent = 0; sent < callCount; sent++) await send(calls[sent % calls.length] as Step)
  for (const step of stepsAround(path)) await send(step)
  await dispatcher.destroy()
  return found
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
