import { run } from '../commands/run.ts'

/** How a command ended, and what it printed. */
interface Printed {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a command line in this process, where there is no terminal. */
export async function printed(...args: readonly string[]): Promise<Printed> {
  return printedIn(undefined, ...args)
}

/** The same in a terminal of so many columns. */
export async function printedIn(columns: number | undefined, ...args: readonly string[]): Promise<Printed> {
  let [out, err] = ['', '']
  const shell = {
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
    columns,
  }
  return { code: await run(args, shell), out, err }
}
