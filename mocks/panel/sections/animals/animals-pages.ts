import { useEffect, useMemo, useReducer } from 'preact/hooks'
import type { Pet } from '../../../../spec/index.ts'
import { usePanel } from '../../panel-context.tsx'
import type { RequestError, Transport } from '../../../control/client/transport.ts'
import type { AnimalsView } from '../../views.ts'

/** How many animals a page has. */
const animalsOfPage = 100

const mostAtOnce = 2
const mostKept = 40

interface Page {
  readonly animals: readonly Pet[]
  /** At which state of the animals it was asked for. */
  readonly state: number
}

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
  #state = 0
  #pages = new Map<number, Page>()
  #asked = new Map<number, number>()
  #atOnce = 0
  #wanted: readonly [from: number, to: number] = [0, 1]

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
    this.#wanted = [Math.floor(from / animalsOfPage), Math.max(1, Math.ceil(to / animalsOfPage))]
    this.#load()
  }

  /** The animals changed: what is shown stays until the new answer comes. */
  refresh(): void {
    this.#state++
    this.problem = undefined
    this.#load()
  }

  #load(): void {
    if (this.problem !== undefined) return
    for (let number = this.#wanted[0]; number < this.#wanted[1] && this.#atOnce < mostAtOnce; number++) {
      const isBeyond = this.total !== undefined && number > 0 && number * animalsOfPage >= this.total
      const known = Math.max(this.#pages.get(number)?.state ?? -1, this.#asked.get(number) ?? -1)
      if (!isBeyond && known < this.#state) void this.#fetch(number)
    }
  }

  async #fetch(number: number): Promise<void> {
    const question = this.#question
    const state = this.#state
    const isCurrent = () => question === this.#question
    this.#asked.set(number, state)
    this.#atOnce++
    try {
      const target = `${question}&offset=${number * animalsOfPage}&limit=${animalsOfPage}`
      const view = (await this.#transport.send({ method: 'GET', target })) as AnimalsView
      if (isCurrent()) this.#keep(number, { animals: view.animals, state }, view.total)
    } catch (error) {
      if (isCurrent()) this.problem = error as RequestError
    }
    this.#atOnce--
    if (isCurrent()) {
      this.#asked.delete(number)
      this.#onChange()
    }
    this.#load()
  }

  #keep(number: number, page: Page, total: number): void {
    this.total = total
    for (const { id } of page.animals) this.longestId = Math.max(this.longestId, String(id).length)
    this.#pages.delete(number)
    this.#pages.set(number, page)
    for (const [other, { state }] of this.#pages) {
      const isWanted = other >= this.#wanted[0] && other < this.#wanted[1]
      // An old page that is out of sight would be seen for a moment when it comes back.
      if (!isWanted && (state < page.state || this.#pages.size > mostKept)) this.#pages.delete(other)
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
