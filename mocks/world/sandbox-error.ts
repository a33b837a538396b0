/** An unknown name or an invalid value: of a scenario, a fault, an operation, a snapshot or a recorded reply. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError'
}
