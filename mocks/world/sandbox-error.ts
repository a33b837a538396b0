/** A name or a value that a sandbox has no use for: of a scenario, a fault, an operation, a snapshot or a reply. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError'
}
