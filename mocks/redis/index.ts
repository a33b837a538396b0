/** State that many replicas of a mock share, in Redis or Valkey: Node only. */
export { StateUnavailableError } from './link.ts'
export { type RedisState, type RedisStateOptions, redisState } from './redis-state.ts'
