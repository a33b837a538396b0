import { type KeyObject, X509Certificate, createPrivateKey } from 'node:crypto'

/** A certificate and its private key, in PEM. Further certificates of its chain may follow the first. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

/** A certificate or its key cannot be used. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError'
  /** Why, and what to do. */
  readonly problem: string

  constructor(problem: string) {
    super(`Cannot speak TLS: ${problem}`)
    this.problem = problem
  }
}

/**
 * Checks what Node would find out only when a client comes: whether both are there, belong together, and are valid now.
 * @throws {CertificateError} when they are not
 */
export function checkCertificate({ cert, key }: Certificate, nowMilliseconds = Date.now()): void {
  const certificate = readCertificate(cert)
  if (!certificate.checkPrivateKey(readKey(key))) {
    throw new CertificateError(
      `the key does not belong to the certificate of "${certificate.subject}". Give the two files that were made together.`,
    )
  }
  const { validFromDate, validToDate } = certificate
  if (validToDate.getTime() <= nowMilliseconds) throw invalidNow('expired on', validToDate)
  if (validFromDate.getTime() > nowMilliseconds) throw invalidNow('is not valid before', validFromDate)
}

function readCertificate(cert: string): X509Certificate {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(cert) && !cert.includes('BEGIN CERTIFICATE')) {
    throw new CertificateError('there is a private key where the certificate should be. Exchange the two.')
  }
  try {
    return new X509Certificate(cert)
  } catch {
    throw new CertificateError(
      'the certificate cannot be read. Expected PEM, which begins with -----BEGIN CERTIFICATE-----.',
    )
  }
}

function readKey(key: string): KeyObject {
  try {
    return createPrivateKey(key)
  } catch {
    if (key.includes('ENCRYPTED'))
      throw new CertificateError('the key has a passphrase. Write it without one: openssl pkey -in KEY -out NEW')
    throw new CertificateError('the key cannot be read. Expected PEM, which begins with -----BEGIN PRIVATE KEY-----.')
  }
}

function invalidNow(problem: string, date: Date): CertificateError {
  const advice = 'Make a new one, such as with: mkcert localhost'
  return new CertificateError(`the certificate ${problem} ${date.toISOString().slice(0, 10)}. ${advice}`)
}
