import { type Int64, type Pet, isObject } from '../../spec/index.ts'
import { type Answer, type Asking, ask } from './ask.ts'
import type { Deployment } from './test-server.ts'

/** Asks a deployment until it is plain whether it does what its summary promises. The plain server must not do it. */
export type Witness = (client: Client) => boolean | Promise<boolean>

/** The calls that witnesses make; `skip` sets the clock of the deployment forward. */
export type Client = ReturnType<typeof clientOf> & { readonly skip: (milliseconds: number) => void }

/** Gives the calls that a witness makes of a deployment. */
export function clientOf(deployment: Deployment) {
  const call = (what: string, asking?: Asking): Promise<Answer> => ask(deployment, what, asking)
  const list = (search = ''): Promise<Answer> => call(`GET /pets${search}`)
  /** Sends a body to createPet as it is. */
  const post = (body: unknown, asking?: Asking): Promise<Answer> => call('POST /pets', { body, ...asking })
  return {
    deployment,
    ask: call,
    list,
    post,
    /** The animals of a list; none where it is no list. */
    pets: async (search?: string): Promise<Pet[]> => {
      const { json } = await list(search)
      // What is no Pet in it is what the witness looks for.
      return Array.isArray(json) ? (json as Pet[]) : []
    },
    get: (id: Int64 | string) => call(`GET /pets/${id}`),
    /** Adds an animal: the given members over a name and a categoryId. */
    create: (members?: object) => post({ name: 'Rex', categoryId: 1, ...members }),
    /** Asks without a key. */
    stranger: (what: string, asking?: Asking) => call(what, { authorization: null, ...asking }),
    /** Uses up the quota and gives the first refusal, or the last answer when nothing is refused. */
    exhaust: async (): Promise<Answer> => {
      const answers = await Promise.all(Array.from({ length: 60 }, () => list('?limit=1')))
      return answers.find(({ status }) => status === 429) ?? list('?limit=1')
    },
  }
}

/** A member of a JSON object; undefined where it is none. */
export function member(json: unknown, name: string): unknown {
  return isObject(json) ? json[name] : undefined
}
