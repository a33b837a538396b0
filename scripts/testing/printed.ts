import { run } from '../commands/run.ts'

/** Runs a command line in this process. @returns how it ends, and what it prints where there is no terminal */
export async function printed(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', '']
  const shell = {
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
    columns: undefined,
  }
  return { code: await run(args, shell), out, err }
}
