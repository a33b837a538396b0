/** The path of a sandbox in the control API, or of something in it. All clients use this function. */
export function sandboxPath(sandbox: string, rest = ''): string {
  // In an address, "." and ".." move up even when they are escaped. With a blank, they are names that no sandbox has.
  const name = sandbox === '.' || sandbox === '..' ? `${sandbox} ` : sandbox
  return `/_mock/sandboxes/${encodeURIComponent(name)}${rest}`
}

/** The most that the control API takes as the name of a test. */
const mostTestCharacters = 1000

/** Where the page of a sandbox is. @param test which test it is of, in words */
export function reportTarget(sandbox: string, test?: string): string {
  const query =
    test === undefined ? '' : `?test=${encodeURIComponent(test.slice(0, mostTestCharacters).toWellFormed())}`
  return sandboxPath(sandbox, `/report${query}`)
}
