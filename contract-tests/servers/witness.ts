import { type Int64, type Pet, completed, isObject, shapes } from '../../spec/index.ts'
import { type Answer, type AskOptions, ask } from './ask.ts'
import type { Deployment, StartOptions, TestServer } from './test-server.ts'
import { expect, test } from 'vitest'
import { servers } from './index.ts'

/** Tests the witnesses of some servers: each holds for its server, and not for the plain one. */
export function testWitnesses(tested: readonly TestServer[], witnesses: Readonly<Record<string, Witness>>): void {
  const [plain] = servers
  const special = tested.filter((server) => server !== plain)

  test('each of these servers has a witness, and each witness a server', () => {
    expect(Object.keys(witnesses).toSorted()).toEqual(special.map(({ id }) => id).toSorted())
  })

  test.each(special)('$id', async (server) => {
    const { id, kind } = server
    const options: StartOptions = {
      // A slow server must be slower than a busy machine, and a cache must outlive the calls.
      timeScale: id.startsWith('slow-') ? 0.5 : /^drip|^list-cached$/.test(id) ? 1 : 0.1,
      // The smallest quota is used up first.
      ...(server.needs.includes('rate-limit') && { plan: 'free' }),
      ...(server.needs.includes('after-removal') && { today: Date.UTC(2031, 0, 1) }),
    }
    // Witnesses of these kinds look at the wire.
    const how = kind === 'conforming' || kind === 'hostile' ? 'start' : 'open'
    const witness: Witness = witnesses[id] ?? (() => false)
    expect(await seen(server[how], witness, options), `${id} does what its id says`).toBe(true)
    expect(await seen(plain![how], witness, options), `The plain server does what ${id} says`).toBe(false)
  })
}

async function seen(start: TestServer['start'], witness: Witness, options: StartOptions): Promise<boolean> {
  let skipped = 0
  const deployment = await start({ now: () => Date.now() + skipped, ...options })
  try {
    return await witness({ ...clientOf(deployment), skip: (milliseconds) => (skipped += milliseconds) })
  } finally {
    await deployment.close()
  }
}

/** Whether a server does what its id says. */
export type Witness = (client: WitnessClient) => boolean | Promise<boolean>

/** The calls that witnesses make; `skip` sets the clock of the deployment forward. */
export type WitnessClient = ReturnType<typeof clientOf> & { readonly skip: (milliseconds: number) => void }

export function clientOf(deployment: Deployment) {
  const call = (what: string, options?: AskOptions): Promise<Answer> => ask(deployment, what, options)
  const list = (search = ''): Promise<Answer> => call(`GET /pets${search}`)
  const post = (body: unknown, options?: AskOptions): Promise<Answer> => call('POST /pets', { body, ...options })
  return {
    deployment,
    ask: call,
    list,
    post,
    /** The animals of a list; none where it is no list. */
    pets: async (search?: string): Promise<Pet[]> => {
      const { json } = await list(search)
      // Its items may be no Pets: that is what a witness looks for.
      return Array.isArray(json) ? (json as Pet[]) : []
    },
    get: (id: Int64 | string) => call(`GET /pets/${id}`),
    /** Adds an animal: the given members over a name and a categoryId. */
    create: (members?: object) => post(completed(shapes.NewPet, { name: 'Rex', categoryId: 1, ...members })),
    stranger: (what: string, options?: AskOptions) => call(what, { authorization: null, ...options }),
    /** Uses up the quota and gives the first refusal, or the last answer when nothing is refused. */
    exhaust: async (): Promise<Answer> => {
      const answers = await Promise.all(Array.from({ length: 60 }, () => list('?limit=1')))
      return answers.find(({ status }) => status === 429) ?? list('?limit=1')
    },
  }
}

export function member(json: unknown, name: string): unknown {
  return isObject(json) ? json[name] : undefined
}
