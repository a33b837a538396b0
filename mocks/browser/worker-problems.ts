// What stands in the way of a mock, as messages go on after "Cannot start the mock".

const mending =
  'Run "npx animal-store init public" with the folder that your app serves at /, or use the Vite plugin of animal-store-kit/vite.'

/** The page is at an address where browsers have no service workers. */
export function insecureAddress(): string {
  return (
    ` at ${location.origin}: browsers have service workers only at https addresses, localhost and 127.0.0.1.` +
    ' Open the app at one of these.'
  )
}

/** The browser has no service workers here at all. */
export function noWorkers(): string {
  return ': this browser has no service workers here, as in some private windows. Open a usual window.'
}

/** The browser refused the script; what the server sends in its place says why. */
export async function refusedScript(url: string, error: unknown): Promise<string> {
  const found = await whatIsAt(url)
  const reason = error instanceof Error ? error.message : String(error)
  return `: expected MSW's worker script at ${url}, and ${found ?? `the browser refused it: ${reason}`}. ${mending}`
}

async function whatIsAt(url: string): Promise<string | undefined> {
  const response = await fetch(url, { cache: 'no-store' }).catch(() => undefined)
  if (response === undefined) return 'the request failed'
  if (!response.ok) return `the server answered ${response.status}`
  const type = response.headers.get('content-type') ?? 'no type'
  if (/javascript/.test(type)) return undefined
  return `the server sent ${type}, as servers do for a page where there is no such file`
}

/** The script is not MSW's, or does not say whose it is. */
export function otherScript(url: string, isAnswered: boolean): string {
  return `: the script at ${url} is ${isAnswered ? 'a very old one of' : 'not'} MSW's worker script. ${mending}`
}

/** The script is MSW's, of another version than the page has. */
export function otherVersion(url: string, version: string): string {
  return `: the worker script ${url} is that of msw ${version}, and this page has another version of msw. ${mending}`
}

/** The worker may not control this page. */
export function outOfScope(url: string, scope: string): string {
  return (
    `: the worker script ${url} reaches pages below ${scope} only, and this page is ${location.href}.` +
    ' Put the script at the root of the app, or let its server send "Service-Worker-Allowed: /".'
  )
}

/** The browser installed the worker, and did not activate it. */
export function notActive(url: string, state: string): string {
  return `: the worker of ${url} did not become active, it is ${state}. Close other tabs of this app and reload.`
}

/** Something waited for MSW too long. */
export function tooLate(seconds: number): string {
  return `: MSW did not start within ${seconds} seconds. Close other tabs of this app and reload.`
}

/** Nothing helped: requests pass the worker by. */
export function passedBy(): string {
  return (
    ': the worker does not get the requests of this page. Look whether the browser\'s developer tools have "Bypass for' +
    ' network" on (Application, Service workers), and reload the page.'
  )
}
