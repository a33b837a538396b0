import { workerProblem } from './tab-errors.ts'

/** What the worker says of itself. */
export interface WorkerScript {
  /** The version of MSW that its script belongs to. */
  readonly version: string
}

// Everything below ends: a tab that waits for a worker without end looks like an app that does not start.
const mostWaitMilliseconds = 4000

/**
 * Registers the worker script, and waits until its worker controls this page.
 * @throws {WorkerError} when that cannot be
 */
export async function readyWorker(workerUrl: string): Promise<WorkerScript> {
  if (!isSecureContext) throw await workerProblem((words) => words.insecureAddress())
  if (!('serviceWorker' in navigator)) throw await workerProblem((words) => words.noWorkers())
  const container = navigator.serviceWorker
  const url = new URL(workerUrl, location.href).href
  const registration = await register(container, url)
  const { scope } = registration
  if (!location.href.startsWith(scope)) throw await workerProblem((words) => words.outOfScope(url, scope))
  const worker = await activeWorker(registration, url)
  const script = await askForVersion(container, worker, url)
  await takeControl(container, worker)
  return script
}

async function register(container: ServiceWorkerContainer, url: string): Promise<ServiceWorkerRegistration> {
  try {
    const registration = await container.register(url)
    // A browser looks for a changed script once a day; a script that is gone or was replaced must be noticed now.
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

async function askForVersion(
  container: ServiceWorkerContainer,
  worker: ServiceWorker,
  url: string,
): Promise<WorkerScript> {
  const answer = await ask(container, worker, 'INTEGRITY_CHECK_REQUEST', 'INTEGRITY_CHECK_RESPONSE')
  const version = (answer as { payload?: { packageVersion?: unknown } } | undefined)?.payload?.packageVersion
  if (typeof version === 'string') return { version }
  throw await workerProblem((words) => words.otherScript(url, answer !== undefined))
}

/** Sends the worker a message and waits for the answer of a type; `undefined` when none comes. */
export async function ask(
  container: ServiceWorkerContainer,
  worker: ServiceWorker,
  question: string,
  answerType: string,
  milliseconds = mostWaitMilliseconds,
): Promise<unknown> {
  let answer: unknown
  const isAnswer = (event: Event) => {
    const { source, data } = event as MessageEvent<{ type?: unknown } | null>
    if (source === worker && data?.type === answerType) answer = data
    return answer !== undefined
  }
  // Before the document is parsed, messages wait for this.
  container.startMessages()
  const answered = until(container, 'message', (event) => event !== undefined && isAnswer(event), milliseconds)
  worker.postMessage(question, [])
  await answered
  return answer
}

/** Waits until the worker controls this page. After a hard reload it cannot, so the page is loaded once more, softly. */
async function takeControl(container: ServiceWorkerContainer, worker: ServiceWorker): Promise<void> {
  // The very worker, and not an older one of the same address: MSW does not listen to that one.
  const isControlled = await until(container, 'controllerchange', () => container.controller === worker, 1000)
  if (!isControlled) await reloadOnce()
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

/** The worker has the requests of this page: the next time that it has not, a reload may help again. */
export function forgetReload(): void {
  sessionStorage.removeItem(reloadedItem)
}

/** Waits for a condition that an event makes true. @returns whether it came true in time */
function until(
  target: EventTarget,
  type: string,
  isDone: (event?: Event) => boolean,
  milliseconds = mostWaitMilliseconds,
): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isTrue: boolean) => {
      clearTimeout(timer)
      target.removeEventListener(type, look)
      resolve(isTrue)
    }
    const look = (event?: Event) => {
      if (isDone(event)) end(true)
    }
    const timer = setTimeout(() => end(isDone()), milliseconds)
    target.addEventListener(type, look)
    look()
  })
}
