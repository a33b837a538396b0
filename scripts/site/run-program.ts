import * as core from '../../mocks/index.ts'
import * as fixtures from '../../fixtures/all.ts'
import { printed } from './printed.ts'
import type { Shown } from './run-example.ts'

type Store = core.AnimalStore
type Program = (modules: unknown, fetch: unknown, console: unknown) => Promise<void>

/** Makes a function of a text: the examples are the pages' own. */
const AsyncFunction = (async () => undefined).constructor as new (...parts: string[]) => Program

/** Runs a program of the docs with its own mock, and gives what it prints. */
export async function runProgram(
  code: string,
): Promise<{ readonly store: Store | undefined; readonly parts: readonly Shown[] }> {
  const lines: string[] = []
  const made: Store[] = []
  const createAnimalStore: typeof core.createAnimalStore = (options) => {
    const store = core.createAnimalStore(options)
    made.push(store)
    return store
  }
  const modules = {
    'animal-store-kit': { ...core, createAnimalStore },
    'animal-store-kit/fixtures': fixtures,
    // The entry for Node takes over the `fetch` of its process; here the program gets one that asks its mock.
    'animal-store-kit/node': {
      startMock: async ({ dataset, seed }: core.AnimalStoreOptions) => {
        return { store: createAnimalStore({ dataset, seed }), stop: () => undefined }
      },
    },
  }
  const ask = (input: string, init?: RequestInit) => made.at(-1)?.fetch(input, init)
  const console = { log: (...values: readonly unknown[]) => void lines.push(values.map(printed).join(' ')) }
  const failures: Shown[] = []
  try {
    await new AsyncFunction('modules', 'fetch', 'console', code)(modules, ask, console)
  } catch (error) {
    failures.push({ title: 'It failed', text: String(error), isGood: false })
  }
  const parts = [{ text: lines.join('\n') || 'It printed nothing.', isGood: true }, ...failures]
  return { store: made.at(-1), parts }
}
