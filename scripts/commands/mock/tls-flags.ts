import { CertificateError, type ServerOptions } from '../../../mocks/http/index.ts'
import { checkCertificate } from '../../../mocks/http/certificate.ts'
import { readFileOf } from '../files.ts'
import { UsageError } from '../shell.ts'
import type { MockFlags } from './mock-flags.ts'

/**
 * What --tls-cert and --tls-key ask for.
 * @throws {UsageError} when only one of the two files is named, or they cannot be used; the message names them
 */
export function tlsOf({ tlsCert, tlsKey }: Pick<MockFlags, 'tlsCert' | 'tlsKey'>): ServerOptions['tls'] {
  if (tlsCert === undefined && tlsKey === undefined) return undefined
  if (tlsCert === undefined || tlsKey === undefined) {
    const missing = tlsCert === undefined ? '--tls-cert' : '--tls-key'
    throw new UsageError(`Cannot speak TLS: ${missing} FILE is missing. --tls-cert and --tls-key go together.`)
  }
  const certificate = {
    cert: readFileOf('--tls-cert', tlsCert).toString(),
    key: readFileOf('--tls-key', tlsKey).toString(),
  }
  try {
    checkCertificate(certificate)
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error
    throw new UsageError(`Cannot speak TLS with ${tlsCert} and ${tlsKey}: ${error.problem}.`)
  }
  return certificate
}
