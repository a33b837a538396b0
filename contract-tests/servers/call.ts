import type { IncomingHttpHeaders } from 'node:http'
import type { OperationId } from '../../spec/index.ts'

export interface Call {
  /** 1 for the first request that the deployment got. */
  readonly number: number
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** The same for all requests of a connection. */
  readonly connection: object
  /** The operation that method and path name (section 4), if any. */
  readonly operation: OperationId | undefined
  /** The id in the path, else empty. */
  readonly id: string
  /** How many requests for the same operation were on their way when it arrived. */
  readonly others: number
  /** The operations that were on their way when it arrived. */
  readonly beside: readonly (OperationId | undefined)[]
}
