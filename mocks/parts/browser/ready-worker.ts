import { workerProblem } from './tab-errors.ts'

// Every wait below has an end: if a tab waits for a worker for ever, the app seems not to start.
const mostWaitMilliseconds = 4000

/**
 * Registers the worker script, and waits until its worker controls this page.
 * @returns the version of MSW that the script belongs to
 * @throws {WorkerError} when that is impossible
 */
export async function readyWorker(workerUrl: string): Promise<string> {
  if (!isSecureContext) throw await workerProblem((words) => words.insecureAddress())
  if (!('serviceWorker' in navigator)) throw await workerProblem((words) => words.noWorkers())
  const container = navigator.serviceWorker
  const url = new URL(workerUrl, location.href).href
  const registration = await register(container, url)
  const { scope } = registration
  if (!location.href.startsWith(scope)) throw await workerProblem((words) => words.outOfScope(url, scope))
  const worker = await activeWorker(registration, url)
  const answer = await ask(worker, 'INTEGRITY_CHECK_REQUEST', 'INTEGRITY_CHECK_RESPONSE')
  const version = (answer as { payload?: { packageVersion?: unknown } } | undefined)?.payload?.packageVersion
  if (typeof version !== 'string') throw await workerProblem((words) => words.otherScript(url, answer !== undefined))
  // It must be this worker, not an older one of the same address: MSW does not listen to the older one.
  const isControlled = await until(container, 'controllerchange', () => container.controller === worker, 1000)
  // After a hard reload no worker can control the page, so the page is loaded once more.
  return isControlled ? version : reloadOnce()
}

async function register(container: ServiceWorkerContainer, url: string): Promise<ServiceWorkerRegistration> {
  try {
    const registration = await container.register(url)
    // By itself a browser looks for a changed script only once a day.
    if (registration.active !== null) await registration.update()
    return registration
  } catch (error) {
    throw await workerProblem((words) => words.refusedScript(url, error), error)
  }
}

async function activeWorker(registration: ServiceWorkerRegistration, url: string): Promise<ServiceWorker> {
  const worker = registration.installing ?? registration.waiting ?? registration.active
  if (worker !== null) {
    await until(worker, 'statechange', () => worker.state === 'activated' || worker.state === 'redundant')
    if (worker.state === 'activated') return worker
  }
  throw await workerProblem((words) => words.notActive(url, worker?.state ?? 'gone'))
}

/** Sends the worker a message and waits for the answer of a type; `undefined` when none comes. */
export async function ask(
  worker: ServiceWorker,
  question: string,
  answerType: string,
  milliseconds = mostWaitMilliseconds,
): Promise<unknown> {
  const container = navigator.serviceWorker
  let answer: unknown
  // Before the document is parsed, messages wait for this.
  container.startMessages()
  const isAnswer = (event: Event | undefined) => {
    const { source, data } = (event ?? {}) as Partial<MessageEvent<{ type?: unknown } | null>>
    if (source === worker && data?.type === answerType) answer = data
    return answer !== undefined
  }
  const answered = until(container, 'message', isAnswer, milliseconds)
  worker.postMessage(question, [])
  await answered
  return answer
}

const reloadedItem = 'animal-store-kit reloaded'

/**
 * Loads the page once more, and never ends; what is awaited after it must not run.
 * @throws {WorkerError} when that was tried already
 */
export async function reloadOnce(): Promise<never> {
  if (sessionStorage.getItem(reloadedItem) !== null) {
    forgetReload()
    throw await workerProblem((words) => words.passedBy())
  }
  sessionStorage.setItem(reloadedItem, 'yes')
  location.reload()
  return new Promise<never>(() => undefined)
}

/** The worker controls this page. If it does not at some later start, one reload is allowed again. */
export function forgetReload(): void {
  sessionStorage.removeItem(reloadedItem)
}

/** Waits for a condition that an event makes true. @returns whether it came true in time */
async function until(
  target: EventTarget,
  type: string,
  isDone: (event?: Event) => boolean,
  milliseconds = mostWaitMilliseconds,
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const look = (event?: Event) => {
    if (isDone(event)) resolve(true)
  }
  const timer = setTimeout(() => resolve(isDone()), milliseconds)
  target.addEventListener(type, look)
  look()
  const isTrue = await promise
  clearTimeout(timer)
  target.removeEventListener(type, look)
  return isTrue
}
