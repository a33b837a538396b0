import { setTimeout as sleep } from 'node:timers/promises'
import { findDataset } from '../../../fixtures/index.ts'
import { createControl } from '../../../mocks/control/index.ts'
import { ListenError, startServer } from '../../../mocks/http/index.ts'
import {
  type AnimalStorage,
  type AnimalStore,
  type AnimalStoreOptions,
  type JournalRecord,
  type Pet,
  type Sandbox,
  createAnimalStore,
} from '../../../mocks/entry.ts'
import { ownPanelFiles } from '../../../mocks/http/panel-files.ts'
import { playTexts } from '../../../mocks/state-link/setting-texts.ts'
import type { SharedPlace } from '../../../mocks/store/shared-state.ts'
import { type Learned, type Profile, counted, isObject, printable, printableJson } from '../../../spec/index.ts'
import { typedAgain } from '../deployment.ts'
import { hostNames, isLoopback } from '../hosts.ts'
import { runningMock } from '../mock-address.ts'
import { ExitWith, Failure, type Shell, UsageError, untilSignal } from '../shell.ts'
import { greeting, startRecord } from './greeting.ts'
import { jsonLine, linePrinter, textLine } from './log.ts'
import type { MockFlags } from './mock-flags.ts'
import { readProfile, storeOptions } from './store-options.ts'
import { tlsOf } from './tls-flags.ts'

// How long open calls may take to end. The whole stop must take less than five seconds.
const stopMilliseconds = 4300
const repeatMilliseconds = 150
const lastWordsMilliseconds = 300

/**
 * Serves the mock until Ctrl-C or SIGTERM.
 * @throws {UsageError} and the errors of the core for wrong flags and TLS files, AnimalFileError, and the server's error for a taken port
 */
export async function runMock(flags: MockFlags, shell: Shell): Promise<void> {
  // In a shell, an empty variable is as good as an unset one.
  const token = flags.token === '' ? undefined : flags.token
  if (token === undefined && !isLoopback(flags.host)) {
    throw new UsageError(
      `Cannot listen on ${flags.host} without a token: others could reach the control API. ` +
        'Set ANIMAL_STORE_TOKEN or --token, or leave --host out to listen on 127.0.0.1.',
    )
  }
  if (flags.conductOff !== undefined && flags.conduct === undefined)
    throw new UsageError('Cannot turn a rule of conduct off: nothing judges the clients without --conduct.')
  const tls = tlsOf(flags)
  const profile = flags.profile === undefined ? undefined : readProfile(flags.profile)
  const state = await openState(flags)
  try {
    const store = await createStore(flags, profile?.choices, state)
    await state?.open()
    // Few starts judge clients or count what they met, and the others need not load it.
    const isWatched = flags.conduct !== undefined || flags.coverage !== undefined
    const summary = isWatched ? await (await import('./summaries.ts')).watchCalls(store, flags) : undefined
    const hosts = [...hostNames(flags.host), ...(flags.allowHost ?? [])]
    const panel = ownPanelFiles()
    const control = createControl(store, {
      panel,
      learned: profile?.learned,
      command: typedAgain(process.argv.slice(2)),
    })
    let calls = 0
    store.subscribe(() => calls++)
    const { port, host } = flags
    const server = await startServer({ store, port, host, tls, control, panel, token, hosts }).catch(
      async (error: unknown) => {
        if (error instanceof ListenError && error.code === 'EADDRINUSE') await refuseSecondMock(port)
        throw error
      },
    )
    const stopped = untilSignal()
    const facts = { ...(await factsOf(flags, store, server.url, token !== undefined)), learned: profile?.learned }
    shell.out(startText(facts, flags))
    saveCompiled()
    await stopped
    // The same Ctrl-C may arrive twice. The process must live until then: an ending process handles no signals.
    await Promise.all([
      Promise.race([server.close(), sleep(stopMilliseconds, undefined, { ref: false })]),
      sleep(repeatMilliseconds),
    ])
    // Open connections and unread output must not keep a stopped mock alive.
    setTimeout(() => process.exit(), lastWordsMilliseconds).unref()
    const { text, isFine } = summary?.() ?? { text: '', isFine: true }
    const where = flags.state === undefined ? 'What it had is gone; --state FILE would keep its animals.' : ''
    if (flags.quiet !== true && flags.log === 'text')
      shell.out(`\nStopped after ${counted(calls, 'call')}. ${where}`.trimEnd() + '\n')
    shell.out(text)
    if (!isFine) throw new ExitWith(1)
  } finally {
    await state?.close()
  }
}

/** @throws {UsageError} if what listens there already is a mock like this one */
async function refuseSecondMock(port: number): Promise<void> {
  const other = runningMock(`http://127.0.0.1:${port}`, '--port', AbortSignal.timeout(1000))
  const found = await other.send({ method: 'GET', target: '/_mock' }).catch(() => undefined)
  if (isObject(found) && 'interfaceVersion' in found)
    throw new UsageError(
      `A mock of animal-store answers at ${other.origin} already: use it, stop it, or choose another port (--port 0 takes any free one).`,
    )
}

/** Where the state is kept, if not in memory. */
interface State {
  readonly options: Pick<AnimalStoreOptions, 'animals' | 'state'>
  /** Called once the store is made. */
  readonly open: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Where replicas share everything. */
const sharedPlaces: readonly (() => Promise<{ readonly place: SharedPlace }>)[] = [
  () => import('../../../mocks/parts/redis/place.ts'),
]

type OpenFile = (
  path: string,
  origin: { readonly dataset: string; readonly seed: number; readonly pets: readonly Pet[] },
) => Promise<AnimalStorage & { close(): Promise<void> }>

/** What keeps animals alone, on disk. */
const animalFiles: readonly (() => Promise<{ readonly openAnimalFile: OpenFile }>)[] = [
  () => import('../../../mocks/parts/animal-file/index.ts'),
]

async function openState(flags: MockFlags): Promise<State | undefined> {
  const { state, dataset, count, seed } = flags
  if (state === undefined) return undefined
  for (const load of sharedPlaces) {
    const { place } = await load()
    const address = place.addressOf(state, process.env)
    if (address === undefined) continue
    if (flags.conduct !== undefined || flags.coverage !== undefined) {
      throw new UsageError(
        'Cannot use --conduct or --coverage where replicas share the state: each replica sees its own calls.',
      )
    }
    const shared = await place.open(address)
    const connect = () =>
      shared.connect().catch((error: Error) => {
        const source = state === address ? '--state' : 'REDIS_URL'
        const where = `${withoutPassword(address)}, the address of ${source}`
        throw new Failure(`Cannot keep the state at ${where}. ${error.message}${place.advice(error)}`)
      })
    return { options: { state: shared }, open: connect, close: () => shared.close() }
  }
  for (const load of animalFiles) {
    const { openAnimalFile } = await load()
    const file = await openAnimalFile(state, { dataset, seed, pets: await findDataset(dataset).load({ count, seed }) })
    return { options: { animals: file }, open: () => Promise.resolve(), close: () => file.close() }
  }
  throw new UsageError(`Cannot keep the state at ${printable(state)}: nothing here can.`)
}

async function createStore(
  flags: MockFlags,
  choices: Partial<Profile> | undefined,
  state: State | undefined,
): Promise<AnimalStore> {
  const { quiet, log } = flags
  const store = createAnimalStore({ ...storeOptions(flags, choices), ...state?.options })
  if (quiet !== true) store.subscribe(callPrinter(store, log))
  // A dataset that cannot be loaded must fail the start, not the first call.
  await store.baseAnimals
  return store
}

/** Prints each call once it was answered. */
function callPrinter(store: AnimalStore, log: MockFlags['log']): (record: JournalRecord, sandbox: Sandbox) => void {
  const isJson = log === 'json'
  const print = linePrinter(process.stdout)
  return (record, sandbox) => {
    const call = { record, sandbox: sandbox.name, time: new Date(), keys: store.keys }
    print(isJson ? jsonLine(call) : textLine(call))
  }
}

/** What a person or a program needs to know of a mock that has started. */
export type MockFacts = Awaited<ReturnType<typeof factsOf>> & { readonly learned: Learned | undefined }

async function factsOf(flags: MockFlags, store: AnimalStore, url: string, needsToken: boolean) {
  const { dataset, seed, state, strictSandboxes } = flags
  const lookAt = async (current: AnimalStore) => {
    const sandbox = current.sandbox()
    return { animals: await (await sandbox.animals).count(), settings: sandbox.settings }
  }
  const { animals, settings } = await (store.within?.({ sandbox: 'default', use: 'make' }, lookAt) ?? lookAt(store))
  return {
    address: new URL('/v1', url).href,
    panel: new URL('/', url).href,
    control: new URL('/_mock', url).href,
    needsToken,
    strictSandboxes,
    dataset,
    animals,
    profile: settings.profile,
    seed,
    /** How many keys were made known by --keys. */
    ownKeys: store.keys.own.size,
    state: state && withoutPassword(state),
    scenarios: playTexts(settings.scenario),
    fault: settings.fault,
  }
}

function startText(facts: MockFacts, { quiet, log }: MockFlags): string {
  if (log === 'json') return `${printableJson(startRecord(facts))}\n`
  return quiet === true ? `${facts.address}\n` : `${greeting(facts)}\n`
}

/** Saves compiled code, which makes the next start faster. Waits until this start is done. */
function saveCompiled(): void {
  setTimeout(() => process.getBuiltinModule('node:module').flushCompileCache?.(), 500).unref()
}

/** An address without its password, which may have any character, even unescaped. */
function withoutPassword(address: string): string {
  return address.replace(/^(\w+:\/\/).*@/, '$1')
}
