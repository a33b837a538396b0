import { WorkerError, mendingCommand } from './worker-error.ts'

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
  const container = supportedContainer()
  const url = new URL(workerUrl, location.href).href
  const registration = await register(container, url)
  if (!location.href.startsWith(registration.scope)) throw outOfScope(url, registration.scope)
  const worker = await activeWorker(registration, url)
  const script = await askForVersion(container, worker, url)
  await takeControl(container, url)
  return script
}

function supportedContainer(): ServiceWorkerContainer {
  if (!isSecureContext) {
    throw new WorkerError(
      `Cannot start the mock at ${location.origin}: browsers have service workers only at https addresses, localhost and` +
        ' 127.0.0.1. Open the app at one of these.',
    )
  }
  if (!('serviceWorker' in navigator)) {
    throw new WorkerError(
      'Cannot start the mock: this browser has no service workers here, as in some private windows. Open a usual window.',
    )
  }
  return navigator.serviceWorker
}

async function register(container: ServiceWorkerContainer, url: string): Promise<ServiceWorkerRegistration> {
  try {
    const registration = await container.register(url)
    // A browser looks for a changed script once a day; a script that is gone or was replaced must be noticed now.
    if (registration.active !== null) await registration.update()
    return registration
  } catch (error) {
    throw await unusableScript(url, error)
  }
}

/** Says what is wrong with a script that the browser refuses. */
async function unusableScript(url: string, error: unknown): Promise<WorkerError> {
  const reason = error instanceof Error ? error.message : String(error)
  const response = await fetch(url, { cache: 'no-store' }).catch(() => undefined)
  const type = response?.headers.get('content-type') ?? 'no type'
  const found =
    response === undefined
      ? 'the request failed'
      : !response.ok
        ? `the server answered ${response.status}`
        : /javascript/.test(type)
          ? `the browser refused it: ${reason}`
          : `the server sent ${type}, as servers do for a page where there is no such file`
  return new WorkerError(
    `Cannot start the mock: expected MSW's worker script at ${url}, and ${found}. ${mendingCommand}`,
    { cause: error },
  )
}

function outOfScope(url: string, scope: string): WorkerError {
  return new WorkerError(
    `Cannot start the mock: the worker script ${url} reaches pages below ${scope} only, and this page is ${location.href}.` +
      ' Put the script at the root of the app, or let its server send "Service-Worker-Allowed: /".',
  )
}

async function activeWorker(registration: ServiceWorkerRegistration, url: string): Promise<ServiceWorker> {
  const worker = registration.installing ?? registration.waiting ?? registration.active
  if (worker === null)
    throw new WorkerError(`Cannot start the mock: the browser dropped the worker of ${url}. Reload the page.`)
  const isActive = await until(
    worker,
    'statechange',
    () => worker.state === 'activated' || worker.state === 'redundant',
  )
  if (isActive && worker.state === 'activated') return worker
  throw new WorkerError(
    `Cannot start the mock: the worker of ${url} did not become active, it is ${worker.state}. Close other tabs of this app and reload.`,
  )
}

async function askForVersion(
  container: ServiceWorkerContainer,
  worker: ServiceWorker,
  url: string,
): Promise<WorkerScript> {
  const answer = await ask(container, worker, 'INTEGRITY_CHECK_REQUEST', 'INTEGRITY_CHECK_RESPONSE')
  const version = (answer as { payload?: { packageVersion?: unknown } } | undefined)?.payload?.packageVersion
  if (typeof version === 'string') return { version }
  const wrong = answer === undefined ? 'is not' : 'is a very old'
  throw new WorkerError(`Cannot start the mock: the script at ${url} ${wrong} MSW's worker script. ${mendingCommand}`)
}

/** Sends the worker a message and waits for the answer of a type; `undefined` when none comes. */
export async function ask(
  container: ServiceWorkerContainer,
  worker: ServiceWorker,
  question: string,
  answerType: string,
): Promise<unknown> {
  let answer: unknown
  const isAnswer = (event: Event) => {
    const { source, data } = event as MessageEvent<{ type?: unknown } | null>
    if (source === worker && data?.type === answerType) answer = data
    return answer !== undefined
  }
  // Before the document is parsed, messages wait for this.
  container.startMessages()
  const answered = until(container, 'message', (event) => event !== undefined && isAnswer(event))
  worker.postMessage(question, [])
  await answered
  return answer
}

/** Waits until the worker controls this page. After a hard reload it cannot, so the page is loaded once more, softly. */
async function takeControl(container: ServiceWorkerContainer, url: string): Promise<void> {
  const isControlled = await until(container, 'controllerchange', () => container.controller?.scriptURL === url, 1000)
  if (isControlled) sessionStorage.removeItem(reloadedItem)
  else await reloadOnce(`the worker of ${url} does not take over this page`)
}

const reloadedItem = 'animal-store-kit reloaded'

/**
 * Loads the page once more, and never ends; what is awaited after it must not run.
 * @throws {WorkerError} when that was tried already
 */
export async function reloadOnce(reason: string): Promise<never> {
  if (sessionStorage.getItem(reloadedItem) !== null) {
    sessionStorage.removeItem(reloadedItem)
    throw new WorkerError(
      `Cannot start the mock: ${reason}. Look whether the browser's developer tools have "Bypass for network" on` +
        ' (Application, Service workers), and reload the page.',
    )
  }
  sessionStorage.setItem(reloadedItem, reason)
  location.reload()
  return new Promise<never>(() => undefined)
}

/** Waits for a condition that an event makes true, and tells whether it came true in time. */
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
