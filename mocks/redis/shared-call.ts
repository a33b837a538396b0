import type { AnsweringSandbox } from '../call/answer.ts'
import type { Awaitable, Call } from '../call/call.ts'
import { readBody } from '../call/body.ts'
import { findRoute } from '../call/route.ts'
import { refusalStatus } from '../call/rules.ts'
import type { JournalRecord } from '../journal/journal.ts'
import { anonymousQuotaKey } from '../keys/quota-of-call.ts'
import {
  type Limits,
  type Quota,
  type QuotaRequest,
  type QuotaTerms,
  type Quotas,
  defaultBanSeconds,
  blockingQuota,
  reportQuota,
} from '../keys/quota.ts'
import { readNewPet } from '../operations/create-pet.ts'
import { type Int64, type NewPet, type OperationId, type Pet, plainInteger } from '../../spec/index.ts'
import type { Animals } from '../world/animals.ts'
import type { ClockState } from '../world/clock.ts'
import { bytesOf } from '../world/room.ts'
import type { Scenario } from '../world/scenarios.ts'
import type { Batch } from './batch.ts'
import { writeRecord } from './record-text.ts'
import { type SharedSandbox, readQuota, writeQuota } from './shared-sandbox.ts'

/** Redis knows better than the copy: once this promise resolves, the call or the change begins again. */
export class Again extends Error {
  readonly ready: Promise<unknown>

  constructor(ready: Promise<unknown>) {
    super('The copy of this sandbox is behind.')
    this.ready = ready
  }
}

/** What a call needs from the sandbox that it is in. */
export interface CallParts {
  readonly call: Call
  readonly copy: SharedSandbox
  readonly batch: Batch
  /** Brings the copy up to date. */
  readonly reload: () => Promise<void>
  /** Makes a change that is too rare for an operation of its own. */
  readonly change: <T>(work: (copy: SharedSandbox) => Awaitable<T>) => Promise<T>
  /** Hears of the call, once it has its number. */
  readonly onRecord: (record: JournalRecord) => void
  readonly onFailure: (error: unknown) => void
}

/** What became of a call so far that cannot be undone. It outlives a new beginning of the call. */
export interface CallStory {
  scenario?: Scenario | undefined
  hasTakenScenario: boolean
}

/** A sandbox as one call sees it. The call is counted, and a new animal added, in one step of Redis. */
export class SharedCall implements AnsweringSandbox {
  readonly #parts: CallParts
  readonly #story: CallStory
  readonly #copy: SharedSandbox
  /** Whether the copy was right when Redis last looked. From then on the call stands. */
  #isCurrent = false
  #knowsAnimals = false
  #isIn: Promise<unknown> | undefined
  /** The animal that was added as the call was counted. */
  #added: Pet | undefined
  #animals: Animals | undefined

  constructor(parts: CallParts, story: CallStory) {
    this.#parts = parts
    this.#story = story
    this.#copy = parts.copy
    this.#isCurrent = story.hasTakenScenario
  }

  get rules() {
    return this.#copy.rules
  }

  get clock() {
    return this.#copy.clock
  }

  get fault() {
    return this.#copy.fault
  }

  get randomness() {
    return this.#copy.randomness
  }

  takeScenario(operation: OperationId | undefined): Scenario | undefined {
    const story = this.#story
    if (story.hasTakenScenario) return story.scenario
    if (this.#copy.plays.every(({ calls }) => calls === undefined)) return this.#copy.takeScenario(operation)
    throw new Again(
      this.#parts
        .change((copy) => copy.takeScenario(operation))
        .then((scenario) => Object.assign(story, { scenario, hasTakenScenario: true })),
    )
  }

  readonly quotas: Quotas = {
    count: (request) => this.#count(request),
    get: async (key) => {
      const text = await this.#run(['q', key, ''])
      return typeof text === 'string' ? readQuota(text.split(' ')) : undefined
    },
    set: async (key, state) => {
      await this.#run(['q', key, state === undefined ? '-' : writeQuota(state)])
    },
    entries: async () => {
      await this.#parts.reload()
      return this.#copy.quotas.entries()
    },
  }

  #count(request: QuotaRequest): Promise<Quota> {
    const { key, limits, terms } = request
    const animal = key === anonymousQuotaKey ? undefined : this.#newAnimal()
    const version = this.#isCurrent ? '' : this.#copy.version
    const context = `${version} ${clockText(this.#copy.clock.state)} ${termsText(request)}`
    const { promise, resolve, reject } = Promise.withResolvers<Quota>()
    const counted = (result: unknown) => {
      if (typeof result !== 'string') return reject(new Again(this.#parts.reload()))
      this.#isCurrent = true
      this.#knowsAnimals = true
      const [isAllowed, nowSeconds, ...rest] = result.split(' ')
      const state = readQuota(rest)
      const [id, position] = rest.slice(6)
      if (animal !== undefined && id !== undefined) {
        this.#added = { id: plainInteger(BigInt(id)), ...animal }
        this.#parts.batch.added(Number(position), this.#added)
      }
      resolve(isAllowed === '1' ? reportQuota(state, limits, terms) : blockingQuota(state, limits, Number(nowSeconds)))
    }
    this.#parts.batch.count(['c', context, key, animal === undefined ? '' : textOf(animal)], counted, reject)
    return promise
  }

  /** The animal that the call is sure to add if its quota lets it pass; the way of the call reads it once more. */
  #newAnimal(): NewPet | undefined {
    const { call } = this.#parts
    const { fault, plays, rules, name } = this.#copy
    if (call.method !== 'POST' || fault !== undefined || plays.length > 0 || this.#story.hasTakenScenario)
      return undefined
    const { prefer, baggage, 'x-mock-sandbox': sandbox } = call.headers
    if (prefer !== undefined || baggage !== undefined || (sandbox !== undefined && sandbox !== name)) return undefined
    const route = findRoute(call.method, call.target)
    if (route.kind !== 'operation' || route.operation !== 'createPet') return undefined
    const { 'category-check': category, 'duplicate-names': duplicate } = rules.profile
    if (refusalStatus(category, 'known') !== undefined || refusalStatus(duplicate) !== undefined) return undefined
    const reading = readNewPet(readBody(call), { call, rules })
    // Where room is scarce, it matters what others have just added, so the animal is added by a change.
    return reading.ok && this.#copy.hasRoomFor(bytesOf(reading.animal) + scarceBytes) ? reading.animal : undefined
  }

  get animals(): Animals {
    this.#animals ??= this.#openAnimals()
    return this.#animals
  }

  #openAnimals(): Animals {
    const read = <T>(look: (copy: Animals) => Awaitable<T>): Awaitable<T> =>
      this.#knowsAnimals ? look(this.#copy.animals) : this.#catchUp().then(() => look(this.#copy.animals))
    return {
      get: (id: Int64) => read((copy) => copy.get(id)),
      page: (query) => read((copy) => copy.page(query)),
      count: () => read((copy) => copy.count()),
      hasCategory: (categoryId) => read((copy) => copy.hasCategory(categoryId)),
      changes: () => read((copy) => copy.changes()),
      add: (animal) => this.#added ?? this.#change<Pet>((copy) => copy.animals.add(animal)),
      addAll: (given) => this.#change((copy) => copy.animals.addAll(given)),
      put: (pet) => this.#change((copy) => copy.animals.put(pet)),
      remove: (id) => this.#change((copy) => copy.animals.remove(id)),
    }
  }

  /** Sees that the copy is current, and knows every animal. */
  async #catchUp(): Promise<void> {
    const isCurrent = await this.#parts.batch.run(['n', this.#copy.version], { isWithAnimals: true })
    if (isCurrent === null && !this.#isCurrent) throw new Again(this.#parts.reload())
    this.#isCurrent = true
    this.#knowsAnimals = true
  }

  /** Runs an operation. It comes from what the copy says, so the copy must be current. */
  async #run(args: readonly string[]): Promise<unknown> {
    if (!this.#isCurrent) await this.#catchUp()
    return this.#parts.batch.run(args)
  }

  async #change<T>(work: (copy: SharedSandbox) => Awaitable<T>): Promise<T> {
    if (!this.#isCurrent) await this.#catchUp()
    return this.#parts.change(work)
  }

  readonly journal = {
    add: (details: Omit<JournalRecord, 'number'>): JournalRecord => {
      const record = { ...details, number: 0 }
      const bytes = (record.call.body?.length ?? 0) + record.reply.body.length
      const text = bytes <= mostRecordBytes ? writeRecord(record) : ''
      const { batch, onRecord, onFailure } = this.#parts
      const heard = (number: unknown) => {
        if (typeof number !== 'number') return
        record.number = number
        onRecord(record)
      }
      if (this.#isCurrent) {
        this.#isIn = batch.send(['j', '', text], heard, onFailure)
      } else {
        this.#isIn = this.#addAsCurrent(text, heard)
      }
      return record
    },
  }

  /** Adds a call that nothing was done for so far. */
  async #addAsCurrent(text: string, heard: (number: unknown) => void): Promise<void> {
    const number = await this.#parts.batch.run(['j', this.#copy.version, text])
    if (number === null) throw new Again(this.#parts.reload())
    heard(number)
  }

  /** Resolves when the reply may go: the call is on its way into the journal before anybody knows of it. */
  get end(): Promise<unknown> | undefined {
    return this.#isIn
  }
}

/** As large as the whole journal of a sandbox may be. */
const mostRecordBytes = 8 * 1024 * 1024

/** More than replicas add in the time of a call. */
const scarceBytes = 1024 * 1024

const termsTexts = new WeakMap<Limits, { readonly terms: QuotaTerms; readonly text: string }>()

/** What a quota goes by, as the script reads it; nearly all calls have terms and limits that came before. */
function termsText({ limits, start, terms }: QuotaRequest): string {
  const known = start === 'full' ? termsTexts.get(limits) : undefined
  if (known?.terms === terms) return known.text
  const { ban, windowStart } = terms
  const counted = `${limits.minute} ${limits.day} ${start} ${windowStart} `
  const text =
    counted + (ban === undefined ? `never 0 ${defaultBanSeconds}` : `${ban.calls} ${ban.seconds} ${ban.seconds}`)
  if (start === 'full') termsTexts.set(limits, { terms, text })
  return text
}

function clockText(state: ClockState): string {
  return state.mode === 'frozen' ? `f${state.atMilliseconds}` : `r${state.offsetMilliseconds}`
}

/** A new animal behind its id, as the script writes it. */
function textOf({ name, categoryId, status }: NewPet): string {
  const end = status === undefined ? '}' : `,"status":"${status}"}`
  return `"name":${JSON.stringify(name)},"categoryId":${categoryId}${end}`
}
