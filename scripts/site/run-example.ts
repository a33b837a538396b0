import * as fixtures from '../../fixtures/all.ts'
import { tabTransport } from '../../mocks/control/client/tab-transport.ts'
import * as core from '../../mocks/index.ts'
import { mountPanel } from '../../mocks/panel/mount-panel.ts'
import { writeJson } from '../../spec/index.ts'
import type { CurlCall, Example } from './example.ts'

type Store = core.AnimalStore
type Show = (text: string) => void
type Program = (modules: unknown, fetch: unknown, console: unknown) => Promise<void>

/** Makes a function of a text: the examples are the pages' own. */
const AsyncFunction = (async () => undefined).constructor as new (...parts: string[]) => Program

/** The mock that all `curl` lines of this tab ask, until the page is loaded anew. */
let shared: Store | undefined

/** Runs an example, shows below it what was answered or printed, and opens the panel of the mock that it asked. */
export async function runExample(place: HTMLElement): Promise<void> {
  const example = JSON.parse(place.dataset['example'] ?? '') as Example
  place.querySelector('output')?.remove()
  const output = place.appendChild(document.createElement('output'))
  const show: Show = (text) => {
    const shown = output.appendChild(document.createElement('pre'))
    shown.tabIndex = 0
    shown.textContent = text
  }
  const store = 'calls' in example ? await runCalls(example.calls, show) : await runProgram(example.program, show)
  if (store !== undefined) mountPanel({ store })
}

async function runCalls(calls: readonly CurlCall[], show: Show): Promise<Store> {
  shared ??= core.createAnimalStore({ dataset: 'demo' })
  for (const call of calls) {
    const target = call.url.replace(/^https?:\/\/[^/]+/, '')
    show(`${call.method} ${target}\n${await answerTo({ ...call, target }, shared).catch(String)}`)
  }
  return shared
}

async function answerTo(call: CurlCall & { readonly target: string }, store: Store): Promise<string> {
  const transport = tabTransport(store)
  const { method, target, body } = call
  if (!target.startsWith('/_mock')) {
    const { status, headers, body: text } = await transport.call(call)
    const lines = headers.map(([name, value]) => `${name}: ${value}`)
    return [`HTTP/1.1 ${status}`, ...lines, '', text].join('\n')
  }
  // What the control API says is not always JSON.
  if (method === 'GET') return transport.read(target)
  const json = body === undefined ? {} : { body: JSON.parse(body) as unknown }
  // The lines of the docs have no other methods.
  return writeJson((await transport.send({ method: method as 'POST', target, ...json })) ?? 'done')
}

/** Runs a program with its own mock. @returns that mock */
async function runProgram(program: string, show: Show): Promise<Store | undefined> {
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
      async startMock({ baseUrl, dataset, seed }: core.AnimalStoreOptions & { readonly baseUrl: string }) {
        return { store: createAnimalStore({ dataset, seed }), baseUrl, stop: () => undefined }
      },
    },
  }
  const ask = (input: string, init?: RequestInit) => made.at(-1)?.fetch(input, init)
  const lines: string[] = []
  const printed = (value: unknown) => (typeof value === 'string' ? value : writeJson(value))
  const log = (...values: readonly unknown[]) => void lines.push(values.map(printed).join(' '))
  const failure = await new AsyncFunction('modules', 'fetch', 'console', program)(modules, ask, { log }).catch(String)
  show([...lines, ...(failure === undefined ? [] : [`It failed: ${failure}`])].join('\n') || 'It printed nothing.')
  return made.at(-1)
}
