import { mountPanel } from '../../mocks/panel/mount-panel.ts'
import { type AnimalStore, createAnimalStore } from '../../mocks/index.ts'
import { tabTransport } from '../../mocks/control/client/tab-transport.ts'
import { type CurlCall, readCurls } from './read-curl.ts'
import { runProgram } from './run-program.ts'

/** A part of what a run shows: a title, and a text below it. */
export interface Shown {
  readonly title?: string
  readonly text: string
  readonly isGood: boolean
}

/** The mock that all `curl` lines of this tab ask, until the page is loaded anew. */
let shared: AnimalStore | undefined
/** The mock that each example asked last. */
const asked = new WeakMap<HTMLElement, AnimalStore>()

/** Runs an example, and shows below it what was answered. */
export async function runExample(example: HTMLElement): Promise<void> {
  const { kind, code = '' } = example.dataset
  const text = new TextDecoder().decode(Uint8Array.from(atob(code), (sign) => sign.charCodeAt(0)))
  const { store, parts } = kind === 'curl' ? await runCurls(text) : await runProgram(text)
  if (store !== undefined) asked.set(example, store)
  show(example, parts, store !== undefined)
}

/** Shows the panel of the mock that an example asked. */
export async function openBench(example: HTMLElement): Promise<void> {
  const store = asked.get(example)
  if (store !== undefined) mountPanel({ store, isOpen: true })
}

async function runCurls(script: string): Promise<{ readonly store: AnimalStore; readonly parts: readonly Shown[] }> {
  shared ??= createAnimalStore({ dataset: 'demo' })
  const parts: Shown[] = []
  for (const call of readCurls(script) ?? []) parts.push(await answerTo(call, shared))
  return { store: shared, parts }
}

async function answerTo({ method, url, headers, body }: CurlCall, store: AnimalStore): Promise<Shown> {
  const target = url.replace(/^https?:\/\/[^/]+/, '')
  const title = `${method} ${target}`
  try {
    if (target.startsWith('/_mock')) {
      return { title, text: await controlAnswer({ method, target, body }, store), isGood: true }
    }
    const response = await store.fetch(target, { method, headers, ...(body === undefined ? {} : { body }) })
    const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`)
    const text = [`HTTP/1.1 ${response.status}`, ...lines, '', await response.text()].join('\n')
    return { title, text, isGood: response.ok }
  } catch (error) {
    return { title, text: error instanceof Error ? error.message : String(error), isGood: false }
  }
}

/** What the control API says, which is not always JSON: the metrics are lines. */
async function controlAnswer(call: Pick<CurlCall, 'method' | 'body'> & { target: string }, store: AnimalStore) {
  const { method, target, body } = call
  const transport = tabTransport(store)
  if (method === 'GET') return transport.read(target)
  const json = body === undefined ? {} : { body: JSON.parse(body) as unknown }
  // The lines of the docs have no other methods.
  const answer = await transport.send({ method: method as 'POST', target, ...json })
  return answer === undefined ? 'done' : JSON.stringify(answer, undefined, 2)
}

function show(example: HTMLElement, parts: readonly Shown[], hasStore: boolean): void {
  example.querySelector('.run-output')?.remove()
  const output = document.createElement('div')
  output.className = 'run-output'
  output.setAttribute('role', 'status')
  output.append(...parts.map(partElement))
  example.append(output)
  if (!hasStore || example.querySelector('[data-bench]') !== null) return
  const bench = document.createElement('button')
  bench.type = 'button'
  bench.dataset['bench'] = ''
  bench.textContent = 'Open the bench'
  example.querySelector('.run-bar')?.append(bench)
}

function partElement({ title, text, isGood }: Shown): HTMLElement {
  const part = document.createElement('pre')
  part.tabIndex = 0
  const head = document.createElement('b')
  head.className = isGood ? 'is-good' : 'is-refused'
  head.textContent = title ?? ''
  part.append(...(title === undefined ? [] : [head]), text)
  return part
}
