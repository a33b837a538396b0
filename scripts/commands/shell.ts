/** Where a command writes to, and what it knows of the terminal. */
export interface Shell {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** How many characters a line of the terminal has; `undefined` where the output is no terminal. */
  readonly columns: number | undefined
}

/** The shell of this process. */
export const processShell: Shell = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  get columns() {
    // A terminal that does not know its width says 0.
    return process.stdout.isTTY && process.stdout.columns > 0 ? process.stdout.columns : undefined
  },
}
