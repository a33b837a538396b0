import { Agent, fetch } from 'undici'

/** What a round found: how long the calls took, and which answers were wrong. */
export interface Round {
  readonly milliseconds: readonly number[]
  /** How long the same number of calls to the bare server took. */
  readonly yardstickMilliseconds: readonly number[]
  readonly events: number
  /** How many calls had no answer in time, as on a machine that is very busy: from Redis, or before a connection closed. */
  readonly unavailable: number
  readonly wrong: readonly string[]
}

export interface RoundOptions {
  /** Where the mock is. Replicas get the requests in turns. */
  readonly origins: readonly string[]
  /** A bare server that gets as many calls at the same time: what slows both down is not the mock. */
  readonly yardstick: string
  /** The sandbox of this round. Each round has a new one, so that what stays of a sandbox is seen. */
  readonly sandbox: string
  readonly callsPerRound: number
  readonly callsPerSecond: number
}

interface Step {
  readonly status: number
  readonly method?: string
  readonly target: string
  readonly key?: string
  readonly body?: unknown
}

/** Calls of many kinds, then everything that a test does around them; in the end nothing is left of it in the mock. */
export async function playRound(options: RoundOptions): Promise<Round> {
  const round = new RoundPlayer(options)
  try {
    await round.play()
  } finally {
    await round.close()
  }
  return round
}

class RoundPlayer implements Round {
  readonly milliseconds: number[] = []
  readonly yardstickMilliseconds: number[] = []
  readonly wrong: string[] = []
  events = 0
  unavailable = 0
  readonly #options: RoundOptions
  readonly #agent = new Agent()
  readonly #streams = new AbortController()
  #turn = 0

  constructor(options: RoundOptions) {
    this.#options = options
  }

  async play(): Promise<void> {
    const { sandbox, callsPerRound, callsPerSecond } = this.#options
    const [interfaceSteps, around] = [callsOf(sandbox), stepsAround(sandbox)]
    // The first call creates the sandbox.
    await this.#send({ status: 200, target: '/v1/pets', key: keyOf(sandbox) })
    const streams = this.#options.origins.map((origin) =>
      this.#listen(`${origin}/_mock/sandboxes/${sandbox}/journal/events`),
    )
    await Promise.all(streams.map(({ opened }) => opened))
    const startedAt = performance.now()
    for (let sent = 0; sent < callsPerRound; sent++) {
      await this.#send(interfaceSteps[sent % interfaceSteps.length] as Step)
      const early = startedAt + (sent / callsPerSecond) * 1000 - performance.now()
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
    }
    await this.#giveUp(sandbox)
    for (const step of around) await this.#send(step)
    this.#streams.abort()
    await Promise.all(streams.map(({ ended }) => ended))
    if (this.events === 0) this.wrong.push(`no event in the stream of ${sandbox}`)
  }

  async close(): Promise<void> {
    this.#streams.abort()
    await this.#agent.destroy()
  }

  async #send({ status, method = 'GET', target, key, body }: Step): Promise<void> {
    const origin = this.#options.origins[this.#turn++ % this.#options.origins.length]
    const startedAt = performance.now()
    const response = await fetch(`${origin}${target}`, {
      method,
      dispatcher: this.#agent,
      headers: { ...(key && { authorization: `Bearer ${key}` }), 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => undefined)
    // A kept connection may be closed while a request is on its way.
    if (response === undefined) return void this.unavailable++
    const text = await response.text()
    if (target.startsWith('/v1')) {
      this.milliseconds.push(performance.now() - startedAt)
      await this.#sendToYardstick()
    }
    if (response.status === status) return
    if (response.status === 503 && text.includes('"unavailable"')) return void this.unavailable++
    this.wrong.push(`${method} ${target}: expected ${status}, received ${response.status} ${text.slice(0, 200)}`)
  }

  async #sendToYardstick(): Promise<void> {
    const startedAt = performance.now()
    const response = await fetch(this.#options.yardstick, { dispatcher: this.#agent })
    await response.text()
    this.yardstickMilliseconds.push(performance.now() - startedAt)
  }

  /** A client that does not wait for its answer. */
  async #giveUp(sandbox: string): Promise<void> {
    const body = { scenario: 'hang', operation: 'listPets', calls: 1 }
    await this.#send({ status: 201, method: 'POST', target: `/_mock/sandboxes/${sandbox}/scenarios`, body })
    const options = { headers: { authorization: `Bearer ${keyOf(sandbox)}` }, dispatcher: this.#agent }
    const answer = fetch(`${this.#options.origins[0]}/v1/pets`, { ...options, signal: AbortSignal.timeout(200) })
    await answer.then(
      ({ status }) => this.wrong.push(`a call that hangs was answered with ${status}`),
      () => undefined,
    )
  }

  #listen(url: string) {
    const { signal } = this.#streams
    const opened = fetch(url, { dispatcher: this.#agent, signal })
    const read = async (): Promise<void> => {
      const { body } = await opened
      const decoder = new TextDecoder()
      for await (const chunk of body ?? []) this.events += decoder.decode(chunk).split('\nevent: call').length - 1
    }
    const ended = read()
    return { opened, ended: ended.catch(() => undefined) }
  }
}

function keyOf(sandbox: string): string {
  return `test_enterprise.${sandbox}`
}

function callsOf(sandbox: string): readonly Step[] {
  const key = keyOf(sandbox)
  const create = { method: 'POST', target: '/v1/pets' }
  return [
    { status: 200, target: '/v1/pets?limit=20', key },
    { status: 201, ...create, key, body: { name: 'Rex', categoryId: 1 } },
    { status: 200, target: '/v1/pets?status=sold', key },
    { status: 200, target: '/v1/pets/7', key },
    { status: 404, target: '/v1/pets/999999', key },
    { status: 400, ...create, key, body: { name: 'Rex' } },
    { status: 401, target: '/v1/pets', key: 'wrong' },
    { status: 429, target: '/v1/pets', key: `test_banned.${sandbox}` },
    { status: 200, target: '/v1/pets', key: 'test_enterprise' },
    { status: 201, ...create, key: 'test_enterprise', body: { name: 'Tom', categoryId: 2, status: 'sold' } },
  ]
}

/** Snapshots, fixtures, faults, the clock and the journal; then the sandbox is reset and deleted. */
function stepsAround(sandbox: string): readonly Step[] {
  const path = `/_mock/sandboxes/${sandbox}`
  const post = { method: 'POST', status: 200 }
  const put = { method: 'PUT', status: 200 }
  return [
    { ...put, target: `${path}/snapshots/before` },
    { ...post, target: `${path}/animals/load`, body: { dataset: 'demo', count: 20 } },
    { ...post, target: `${path}/snapshots/before/restore` },
    { ...put, target: `${path}/fault`, body: { fault: 'list-envelope' } },
    { ...put, target: `${path}/clock`, body: { mode: 'frozen' } },
    { status: 200, target: `${path}/journal?limit=50` },
    { status: 200, target: `${path}/coverage` },
    { status: 200, target: `${path}/animals/export?format=csv` },
    { status: 204, method: 'DELETE', target: `${path}/snapshots/before` },
    { ...post, target: `${path}/reset` },
    { status: 204, method: 'DELETE', target: path },
    { ...post, target: '/_mock/sandboxes/default/reset' },
  ]
}
