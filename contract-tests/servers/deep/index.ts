import { sentMembers } from '../broken/sent-members.ts'
import { deepQuotas } from './quotas.ts'
import { deepSequences } from './sequences.ts'
import { deepValues } from './values.ts'
import { deepWear } from './wear.ts'

/** Servers whose departures only a thorough run finds. */
export const deep = [...sentMembers.deep, deepValues, deepSequences, deepQuotas, deepWear]
