import { useEffect, useMemo, useReducer } from 'preact/hooks'
import type { Pet } from '../../../../spec/index.ts'
import type { RequestError, Transport } from '../../../control/client/transport.ts'
import { usePanel } from '../../panel-context.tsx'
import type { AnimalsView } from '../../views.ts'

const animalsOfPage = 100
const mostAtOnce = 2
const mostKept = 40

/**
 * The animals that fit one question, as far as they were looked at: pages are asked for when rows of them are wanted, a
 * few at a time, and those that nobody wants any longer are passed over. However fast questions follow each other, no
 * more than two wait for an answer, and only the latest has its answer shown.
 */
export class AnimalPages {
  /** How many animals fit; `undefined` until the first page came. */
  total: number | undefined
  /** How many characters the longest id has that was seen: the column makes room for it, and keeps it. */
  longestId = 7
  /** Why the latest page did not come. */
  problem: RequestError | undefined
  readonly #transport: Transport
  readonly #onChange: () => void
  #question = ''
  /** Grows when the animals may have changed. */
  #state = 0
  #pages = new Map<number, { readonly animals: readonly Pet[]; readonly state: number }>()
  /** Pages that are on their way, and at which state they were asked for. */
  #asked = new Map<number, number>()
  #atOnce = 0
  #wanted = { from: 0, to: 1 }

  constructor(transport: Transport, onChange: () => void) {
    this.#transport = transport
    this.#onChange = onChange
  }

  /** Asks something else: nothing that was shown before may be shown for it. */
  ask(question: string): void {
    if (question === this.#question) return
    this.#question = question
    this.#pages = new Map()
    this.#asked = new Map()
    this.total = undefined
    this.problem = undefined
  }

  /** The animal of a row; `undefined` where it has not come yet. */
  at(row: number): Pet | undefined {
    return this.#pages.get(Math.floor(row / animalsOfPage))?.animals[row % animalsOfPage]
  }

  /** Wants these rows, the one after the last not included. */
  want(from: number, to: number): void {
    this.#wanted = { from: Math.floor(from / animalsOfPage), to: Math.max(1, Math.ceil(to / animalsOfPage)) }
    this.#load()
  }

  /** The animals changed: what is shown stays until the new answer comes. */
  refresh(): void {
    this.#state++
    this.problem = undefined
    this.#load()
  }

  #load(): void {
    const { from, to } = this.#wanted
    for (let page = from; page < to && this.#atOnce < mostAtOnce && this.problem === undefined; page++) {
      const isBeyond = page > 0 && page * animalsOfPage >= (this.total ?? Number.POSITIVE_INFINITY)
      const known = this.#asked.get(page) ?? this.#pages.get(page)?.state ?? -1
      if (!isBeyond && known < this.#state) void this.#fetch(page)
    }
  }

  async #fetch(page: number): Promise<void> {
    const question = this.#question
    const state = this.#state
    this.#asked.set(page, state)
    this.#atOnce++
    const target = `${question}&offset=${page * animalsOfPage}&limit=${animalsOfPage}`
    const [view, problem] = await this.#transport.send({ method: 'GET', target }).then(
      (reply) => [reply as AnimalsView, undefined] as const,
      (error: RequestError) => [undefined, error] as const,
    )
    this.#atOnce--
    if (question === this.#question) {
      this.#asked.delete(page)
      this.problem ??= problem
      if (view !== undefined) this.#keep(page, view, state)
      this.#onChange()
    }
    this.#load()
  }

  #keep(page: number, { animals, total }: AnimalsView, state: number): void {
    this.total = total
    this.longestId = Math.max(this.longestId, ...animals.map(({ id }) => String(id).length))
    this.#pages.delete(page)
    this.#pages.set(page, { animals, state })
    for (const [other, { state: before }] of this.#pages) {
      const isWanted = other >= this.#wanted.from && other < this.#wanted.to
      // An old page that is out of sight would be seen for a moment when it comes back.
      if (!isWanted && (before < state || this.#pages.size > mostKept)) this.#pages.delete(other)
    }
  }
}

/**
 * The pages of a question, such as `/_mock/sandboxes/default/animals?status=sold`.
 * @param state another value says that the animals may have changed
 */
export function useAnimalPages(question: string, state: string): AnimalPages {
  const { transport } = usePanel()
  const [, renderAgain] = useReducer((times: number) => times + 1, 0)
  const pages = useMemo(() => new AnimalPages(transport, () => renderAgain(undefined)), [transport])
  // Before anything is drawn: not for one frame may the answer to another question be seen.
  pages.ask(question)
  useEffect(() => pages.refresh(), [pages, question, state])
  return pages
}
