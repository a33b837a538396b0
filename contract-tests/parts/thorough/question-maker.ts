import { type Int64, type NewPet, completed, operations, shapes, writeJson } from '../../../spec/index.ts'
import { requestForWrongKey } from '../../probes/harmless-requests.ts'
import { mayChooseEnd } from '../../probes/keys.ts'
import { findCategory, isRefusal } from '../../probes/create.ts'
import { unknownId } from '../../probes/get-unknown.ts'
import type { Catalogue } from '../../session/catalogue.ts'
import { hasCase, isDerived, wrongCredentials } from '../../exchange/credentials.ts'
import type { Question, SentAnimal } from '../../exchange/question.ts'
import { askCreate, askForPet, askInvalid, askList, askUnauthorized } from '../../exchange/questions.ts'
import type { Session } from '../../session/session.ts'
import { oddCategories, oddIds, oddNames, wrongBodies } from './odd-values.ts'
import type { DrawnRequest } from './random-turns.ts'
import { nextId } from './triggers.ts'

// Every service reads bodies of this size.
const longest = 10_000

/** Turns a drawn step into a question: for which animal, with which name or wrong value. */
export class QuestionMaker {
  readonly #session: Session
  readonly #catalogue: Catalogue
  readonly #turns = new Map<string, number>()
  readonly #read = new Set<Int64>()

  constructor(catalogue: Catalogue) {
    this.#session = catalogue.session
    this.#catalogue = catalogue
  }

  /** The question of a step; `undefined` if it may not be sent. @param adding how many animals are added at once with it */
  async questionOf(step: DrawnRequest, adding: number): Promise<Question | undefined> {
    const { options, log } = this.#session
    const animalsLeft = this.#session.animalsLeft - adding
    const mayAdd = !options.isReadOnly && animalsLeft > 0
    // Requests without a valid key may have a small quota of their own.
    const isLimited = log.some(({ question, status }) => question.credential !== 'valid' && status === 429)
    switch (step.asks) {
      case 'list':
        return askList(step)
      case 'get':
        return this.#session.isWorking('getPet') ? this.#get(step) : undefined
      case 'create':
        return mayAdd && animalsLeft > options.thorough.animals / 10 ? this.#create(step) : undefined
      case 'invalid':
        return mayAdd ? this.#invalid() : undefined
      case 'unauthorized':
        if (isLimited || (!mayAdd && operations[step.operation].method !== 'GET')) return undefined
        return this.#unauthorized(step)
    }
  }

  /** Takes one value after the other, so that even a short run sends each. */
  #inTurn<T>(what: string, values: readonly T[]): T {
    const turn = this.#turns.get(what) ?? 0
    this.#turns.set(what, turn + 1)
    return values[turn % values.length] as T
  }

  async #get({ of, at }: Extract<DrawnRequest, { asks: 'get' }>): Promise<Question> {
    const pets = await this.#catalogue.pets()
    const added = this.#catalogue.added.flatMap(({ id }) => (id === undefined ? [] : [id]))
    const unread = added.find((id) => !this.#read.has(id))
    // The same one again and again, which may wear out, and old ones, which another request may have changed or removed.
    const old = at === 3 ? added[0] : at === 4 && added.length > 0 ? this.#inTurn('added', added) : undefined
    const chosen = (at === 0 ? unread : undefined) ?? old ?? added.at(-1 - at)
    const listed = pets[at % pets.length]?.id
    const known = (of === 'added' ? chosen : listed) ?? chosen ?? listed
    if (known !== undefined && of !== 'odd') {
      this.#read.add(known)
      return askForPet('getPet', known, 'known')
    }
    const far = await unknownId(this.#catalogue)
    const next = nextId(this.#catalogue) ?? far
    const id = this.#inTurn('id', [far, next, ...oddIds(known ?? 1)])
    return askForPet('getPet', id, id === far ? 'unknown' : 'extreme')
  }

  async #create(step: Extract<DrawnRequest, { asks: 'create' }>): Promise<Question> {
    const { name, text, isOddCategory, status, at } = step
    const { id: usual, isOpen } = await this.#openCategory()
    const earlier = name === 'again' ? this.#catalogue.added.at(-1 - (at % 2))?.sent : undefined
    const animal: SentAnimal = {
      ...(earlier ?? { name: this.#name(name, text), categoryId: usual }),
      ...(isOddCategory && { categoryId: this.#inTurn('category', oddCategories(usual)) }),
      ...(status && { status }),
    }
    const isPlain = name === 'plain' && !isOddCategory && isOpen
    // Unusual values may be refused, but not changed.
    const question = askCreate(animal, { about: writeJson(animal), tolerates: isPlain ? undefined : isRefusal })
    // A body of this size may be refused before it is read.
    return animal.name.length > longest ? { ...question, expects: [...question.expects, 413] } : question
  }

  /** The category of most new animals. If the first one of the list refuses them, others are tried. */
  async #openCategory() {
    const id = await this.#catalogue.category()
    const sent = this.#session.log.filter(
      ({ question }) => question.asks === 'create' && question.animal.categoryId === id,
    )
    const isOpen = sent.some(({ status }) => status === 201)
    if (isOpen || sent.length === 0) return { id, isOpen }
    await this.#session.once('open category', () => findCategory(this.#catalogue))
    return { id: await this.#catalogue.category(), isOpen: false }
  }

  #name(kind: string, text: string): string {
    if (kind !== 'odd') return this.#catalogue.name()
    return this.#inTurn('name', oddNames)((shown) => this.#catalogue.name(shown), text)
  }

  async #invalid(): Promise<Question> {
    const categoryId = await this.#catalogue.category()
    const wrong = this.#inTurn('wrong body', wrongBodies)
    const good = completed<NewPet>(shapes.NewPet, { name: this.#catalogue.name(), categoryId })
    const members = new Map(Object.entries(good).map(([name, value]) => [name, writeJson(value)]))
    for (const [member, json] of wrong) members.set(member, json)
    const sent = [...members].flatMap(([name, value]) => (value === '' ? [] : [`"${name}":${value}`]))
    const about = wrong.map(([member, json]) => `${member}: ${json}`).join(', ')
    const clauses = wrong.map(([, , clause]) => clause)
    return askInvalid(about, `{${sent.join(',')}}`, clauses)
  }

  async #unauthorized(step: Extract<DrawnRequest, { asks: 'unauthorized' }>): Promise<Question | undefined> {
    const { operation } = step
    const credential = this.#inTurn(`credential to ${operation}`, wrongCredentials)
    if (credential === 'other-case' && !hasCase(this.#session.options.apiKey)) return undefined
    if (isDerived(credential) && (await mayChooseEnd(this.#session))) return undefined
    const { path, body } =
      operation === 'listPets' ? askList(step) : await requestForWrongKey(operation, this.#catalogue, undefined, 0)
    return askUnauthorized(operation, credential, { path, body })
  }
}
