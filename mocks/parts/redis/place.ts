import { setFlagsFromString } from 'node:v8'
import { OptionsError } from '../../../spec/index.ts'
import { loadWith } from '../../../spec/load-with.ts'
import type { SharedPlace } from '../../store/shared-state.ts'

/** `--state redis://…`, and `--state redis` for the address in REDIS_URL. */
export const place: SharedPlace = {
  addressOf(state, env) {
    const isVariable = state === 'redis'
    const address = isVariable ? env['REDIS_URL'] : state
    if (address !== undefined && /^(?:redis|valkey)s?:\/\//.test(address)) return address
    if (!isVariable) return undefined
    throw new OptionsError(
      'Cannot use --state redis: REDIS_URL must be an address such as redis://localhost:6379/0. A file of this name is ./redis.',
    )
  },
  async open(url) {
    // Otherwise V8 may treat objects that wait for Redis as long-lived: spec/decisions/0190-where-the-time-of-a-call-goes.md.
    setFlagsFromString('--no-allocation-site-pretenuring')
    const { redisState } = await loadWith('@redis/client', () => import('./index.ts'), 'share the state')
    return redisState({ url })
  },
  advice({ cause }) {
    // The message about options that differ from other replicas has its own advice.
    const isThere = cause instanceof Error && cause.name === 'ReplicaError'
    return isThere ? '' : ' Start Redis or Valkey there, or correct the address and its password.'
  },
}
