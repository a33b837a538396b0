/** The path of a sandbox in the control API, or of something in it. All clients use this function. */
export function sandboxPath(sandbox: string, rest = ''): string {
  // In an address, "." and ".." move up even when they are escaped. With a blank, they are names that no sandbox has.
  const name = sandbox === '.' || sandbox === '..' ? `${sandbox} ` : sandbox
  return `/_mock/sandboxes/${encodeURIComponent(name)}${rest}`
}
