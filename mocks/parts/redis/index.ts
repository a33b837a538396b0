/** State that many replicas of a mock share, in Redis or Valkey: Node only. */
export { type RedisState, type RedisStateOptions, redisState } from './redis-state.ts'
export { StateUnavailableError } from './state-error.ts'
