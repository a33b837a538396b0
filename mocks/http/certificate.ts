/** A certificate and its private key, in PEM. Further certificates of its chain may follow the first. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

/** A certificate or its key cannot be used. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError'
  /** Why, in the words of OpenSSL. */
  readonly problem: string

  constructor(problem: string) {
    super(`Cannot speak TLS: ${problem}.`)
    this.problem = problem
  }
}

/** @throws {CertificateError} when the two cannot be read, or do not belong together */
export function checkCertificate({ cert, key }: Certificate): void {
  try {
    process.getBuiltinModule('node:tls').createSecureContext({ cert, key })
  } catch (error) {
    throw new CertificateError((error as Error).message)
  }
}
