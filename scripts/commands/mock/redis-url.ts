import { UsageError } from '../usage-error.ts'

/**
 * The address of Redis or Valkey that --state means, if it means none of a file: an address, or `redis` for that of
 * REDIS_URL.
 * @throws {UsageError} when REDIS_URL is meant and is none
 */
export function redisUrl(state: string, env: NodeJS.ProcessEnv): string | undefined {
  const isVariable = state === 'redis'
  const url = isVariable ? env['REDIS_URL'] : state
  if (url !== undefined && /^(?:redis|valkey)s?:\/\//.test(url)) return url
  if (!isVariable) return undefined
  throw new UsageError(
    'Cannot use --state redis: REDIS_URL must be an address such as redis://localhost:6379/0. A file of this name is ./redis.',
  )
}
