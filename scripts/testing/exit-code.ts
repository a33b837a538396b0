/** Runs a program, and takes its exit code. Wrong usage is 2: a RangeError, or what parseArgs throws. @param help the command for it */
export async function endWithCodeOf(help: string, main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main()
  } catch (error) {
    const isUsage =
      error instanceof RangeError ||
      (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
    if (!isUsage) throw error
    console.error(`${error.message}\n${help} shows what can be said.`)
    process.exitCode = 2
  }
}
