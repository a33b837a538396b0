import type { ServerOptions } from '../../../mocks/http/index.ts'
import { readFileOf } from '../files.ts'
import { UsageError } from '../shell.ts'
import type { MockFlags } from './mock-flags.ts'

/** What --tls-cert and --tls-key ask for. @throws {UsageError} when only one of the two files is named, or one cannot be read */
export function tlsOf({ tlsCert, tlsKey }: Pick<MockFlags, 'tlsCert' | 'tlsKey'>): ServerOptions['tls'] {
  if (tlsCert === undefined && tlsKey === undefined) return undefined
  if (tlsCert === undefined || tlsKey === undefined) {
    const missing = tlsCert === undefined ? '--tls-cert' : '--tls-key'
    throw new UsageError(`Cannot speak TLS: ${missing} FILE is missing. --tls-cert and --tls-key go together.`)
  }
  return { cert: readFileOf('--tls-cert', tlsCert).toString(), key: readFileOf('--tls-key', tlsKey).toString() }
}
