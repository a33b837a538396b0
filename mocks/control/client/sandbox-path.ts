/** The path of a sandbox in the control API, or of something in it. All clients use this function. */
export function sandboxPath(sandbox: string, rest = ''): string {
  return `/_mock/sandboxes/${encodeURIComponent(sandbox)}${rest}`
}

/** A test that failed, as its runner tells of it. */
export interface FailedTest {
  /** Its name, with those of its suites. */
  readonly test?: string | undefined
  /** Its errors, as Vitest has them in `task.result.errors` and Playwright in `testInfo.errors`. */
  readonly errors?: readonly TestFailure[] | undefined
}

/** An error of a test: the assertion with what was expected and received, where it stands, and why it was thrown. */
export interface TestFailure {
  readonly message?: string | undefined
  readonly stack?: string | undefined
  readonly diff?: string | undefined
  readonly cause?: unknown
}

/** Where the page of a sandbox is. */
export function reportTarget(sandbox: string, { test, errors = [] }: FailedTest = {}): string {
  const failure = errors.map(failureText).join('\n\n')
  // What a server takes of an address.
  const given = { test: fitting(test?.slice(0, 1000), 4000), failure: fitting(failure.slice(0, 8000), 8000) }
  const query = Object.entries(given).flatMap(([name, text]) => (text ? [`${name}=${text}`] : []))
  return sandboxPath(sandbox, `/report${query.length === 0 ? '' : `?${query.join('&')}`}`)
}

/** As a terminal shows it, without colours: what was expected and received, then where, outside of packages and Node, and the cause. */
function failureText({ message, stack = '', diff = '', cause }: TestFailure): string {
  const frames = stack.split('\n').filter((line) => /^ +at /.test(line))
  const own = frames.filter((line) => !/node_modules|node:|<anonymous>/.test(line))
  const kind = /^\w*Error\b/.exec(stack)?.[0] ?? ''
  const head = message?.startsWith(kind) === false ? `${kind}: ${message}` : message
  const { message: why, stack: whence } = (cause ?? {}) as TestFailure
  const because = why === undefined ? '' : `Caused by: ${failureText({ message: why, stack: whence })}`
  const parts = [head ?? stack.split(/\n +at /, 1)[0] ?? '', diff, own.join('\n'), because]
  return parts
    .filter(Boolean)
    .join('\n')
    .replaceAll(/\p{Cc}\[[\d;]{0,20}m/gu, '')
}

/** The beginning of a text, as an address writes it. */
function fitting(text = '', most: number): string {
  const written = encodeURIComponent(text.toWellFormed())
  return written.length <= most ? written : fitting(text.slice(0, text.length * 0.9), most)
}
