import type { Probe } from './probe.ts'
import { createRefused, moreRefused } from './create-refused.ts'
import { create } from './create.ts'
import { duplicate } from './duplicate.ts'
import { getUnknown } from './get-unknown.ts'
import { get } from './get.ts'
import { keys, moreKeys } from './keys.ts'
import { listFilter } from './list-filter.ts'
import { list } from './list.ts'
import { learn, observe } from '../choices/learn.ts'
import { exceedLimit } from './rate-limit.ts'
import { readBack } from './read-back.ts'
import { remaining } from './remaining.ts'
import { thorough } from '../thorough/index.ts'

/** Every probe, in the order in which a run has them. */
export const probes: readonly Probe[] = [
  list,
  create,
  createRefused,
  keys,
  get,
  readBack,
  listFilter,
  getUnknown,
  remaining,
  moreRefused,
  observe,
  learn,
  duplicate,
  moreKeys,
  thorough,
  exceedLimit,
]
