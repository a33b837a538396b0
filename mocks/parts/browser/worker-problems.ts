const mending =
  'Run "npx animal-store init public" with the folder that your app serves at /, or use the Vite plugin of animal-store-kit/vite.'

/** Why a mock cannot start, as messages go on after "Cannot start the mock". */
export const workerProblems = {
  insecureAddress: () =>
    ` at ${location.origin}: browsers have service workers only at https addresses, localhost and 127.0.0.1.` +
    ' Open the app at one of these.',
  noWorkers: () => ': this browser has no service workers here, as in some private windows. Open a normal window.',
  /** The browser refused the script; what the server sends in its place says why. */
  async refusedScript(url: string, error: unknown) {
    const found = await whatIsAt(url)
    const reason = error instanceof Error ? error.message : String(error)
    return `: expected MSW's worker script at ${url}, and ${found ?? `the browser refused it: ${reason}`}. ${mending}`
  },
  otherScript: (url: string, isAnswered: boolean) =>
    `: the script at ${url} is ${isAnswered ? 'a very old one of' : 'not'} MSW's worker script. ${mending}`,
  otherVersion: (url: string, version: string) =>
    `: the worker script ${url} is that of msw ${version}, and this page has another version of msw. ${mending}`,
  outOfScope: (url: string, scope: string) =>
    `: the worker script ${url} reaches pages below ${scope} only, and this page is ${location.href}.` +
    ' Put the script at the root of the app, or let its server send "Service-Worker-Allowed: /".',
  notActive: (url: string, state: string) =>
    `: the worker of ${url} did not become active, it is ${state}. Close other tabs of this app and reload.`,
  tooLate: (seconds: number) =>
    `: MSW did not start within ${seconds} seconds. Close other tabs of this app and reload.`,
  /** Requests pass the worker by, also after a reload. */
  passedBy: () =>
    ': the worker does not get the requests of this page. Look whether the browser\'s developer tools have "Bypass for' +
    ' network" on (Application, Service workers), and reload the page.',
}

async function whatIsAt(url: string): Promise<string | undefined> {
  const response = await fetch(url, { cache: 'no-store' }).catch(() => undefined)
  if (response === undefined) return 'the request failed'
  if (!response.ok) return `the server answered ${response.status}`
  const type = response.headers.get('content-type') ?? 'no type'
  if (/javascript/.test(type)) return undefined
  return `the server sent ${type}, as servers do for a page where there is no such file`
}
