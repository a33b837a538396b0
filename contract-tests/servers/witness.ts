import type { Pet } from '../../spec/index.ts'
import { type Answer, type Asking, ask } from './ask.ts'
import type { Deployment } from './test-server.ts'

/** Asks a deployment until it is plain whether it does what its summary promises. The plain server must not do it. */
export type Witness = (client: Client) => boolean | Promise<boolean>

/** The calls that witnesses make. */
export interface Client {
  readonly deployment: Deployment
  readonly ask: (what: string, asking?: Asking) => Promise<Answer>
  readonly list: (search?: string) => Promise<Answer>
  /** The animals of a list; none where it is no list. */
  readonly pets: (search?: string) => Promise<Pet[]>
  readonly get: (id: number | bigint | string) => Promise<Answer>
  /** Adds an animal: the given members over a name and a categoryId. */
  readonly create: (members?: object) => Promise<Answer>
  /** Sends a body to createPet as it is. */
  readonly post: (body: unknown, asking?: Asking) => Promise<Answer>
  /** Asks without a key. */
  readonly stranger: (what: string, asking?: Asking) => Promise<Answer>
  /** Uses up the quota and gives the first refusal, or the last answer when nothing is refused. */
  readonly exhaust: () => Promise<Answer>
  /** Sets the clock of the deployment forward. */
  readonly skip: (milliseconds: number) => void
}

/** Gives the calls that a witness makes of a deployment. */
export function clientOf(deployment: Deployment): Omit<Client, 'skip'> {
  const call = (what: string, asking?: Asking): Promise<Answer> => ask(deployment, what, asking)
  const list = (search = ''): Promise<Answer> => call(`GET /pets${search}`)
  return {
    deployment,
    ask: call,
    list,
    async pets(search) {
      const { json } = await list(search)
      // What is no Pet in it is what the witness looks for.
      return Array.isArray(json) ? (json as Pet[]) : []
    },
    get: (id) => call(`GET /pets/${id}`),
    create: (members) => call('POST /pets', { body: { name: 'Rex', categoryId: 1, ...members } }),
    post: (body, asking) => call('POST /pets', { body, ...asking }),
    stranger: (what, asking) => call(what, { authorization: null, ...asking }),
    async exhaust() {
      const answers = await Promise.all(Array.from({ length: 60 }, () => call('GET /pets?limit=1')))
      return answers.find(({ status }) => status === 429) ?? call('GET /pets?limit=1')
    },
  }
}

/** A member of a JSON object; undefined where it is none. */
export function member(json: unknown, name: string): unknown {
  return typeof json === 'object' && json !== null && name in json ? (json as Record<string, unknown>)[name] : undefined
}
