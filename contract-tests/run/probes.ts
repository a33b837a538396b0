import type { Probe } from '../probes/probe.ts'
import { createRefused, moreRefused } from '../probes/create-refused.ts'
import { create } from '../probes/create.ts'
import { duplicate } from '../probes/duplicate.ts'
import { getUnknown } from '../probes/get-unknown.ts'
import { get } from '../probes/get.ts'
import { keys, moreKeys } from '../probes/keys.ts'
import { listFilter } from '../probes/list-filter.ts'
import { list } from '../probes/list.ts'
import { exceedLimit } from '../probes/rate-limit.ts'
import { readBack } from '../probes/read-back.ts'
import { remaining } from '../probes/remaining.ts'

/** The probes of the core, in the order in which a run has them. */
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
  duplicate,
  moreRefused,
  moreKeys,
  exceedLimit,
]

/** All probes with further ones, each before the one that it names. */
export function withProbes(further: readonly Probe[]): readonly Probe[] {
  return probes.flatMap((probe) => [...further.filter(({ before }) => before === probe.id), probe])
}
