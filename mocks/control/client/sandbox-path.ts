/** The path of a sandbox in the control API, and of what is in it. Every client makes it here. */
export function sandboxPath(sandbox: string, rest = ''): string {
  // An address leads a step up there, however they are escaped; with a blank, each is a name that no sandbox has.
  const name = sandbox === '.' || sandbox === '..' ? `${sandbox} ` : sandbox
  return `/_mock/sandboxes/${encodeURIComponent(name)}${rest}`
}
