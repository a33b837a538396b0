import { type OptionKinds, aText, aWholeNumber, checkOptions, oneOfOptions } from '../../spec/check-options.ts'
import { type OperationId, operationIds } from '../../spec/names.ts'
import type { JournalRecord } from './journal-record.ts'

/** Which calls are meant. A call matches if it matches everything that is given. */
export interface JournalFilter {
  readonly operation?: OperationId | undefined
  readonly method?: string | undefined
  readonly path?: string | undefined
  readonly status?: number | undefined
  readonly scenario?: string | undefined
  /** Only calls with a higher number. */
  readonly after?: number | undefined
}

const filterKinds: OptionKinds<JournalFilter> = {
  operation: oneOfOptions(...operationIds),
  method: aText,
  path: aText,
  status: aWholeNumber(),
  scenario: aText,
  after: aWholeNumber(),
}

/** @throws {OptionsError} when the filter is invalid */
export function checkFilter(filter: JournalFilter): void {
  checkOptions('a filter of the journal', filter, filterKinds)
}

export function fits({ number, call, reply, route, scenario }: JournalRecord, filter: JournalFilter): boolean {
  return (
    (filter.after === undefined || number > filter.after) &&
    (filter.operation === undefined || (route.kind === 'operation' && route.operation === filter.operation)) &&
    (filter.method === undefined || call.method === filter.method) &&
    (filter.path === undefined || route.path === filter.path) &&
    (filter.status === undefined || reply.status === filter.status) &&
    (filter.scenario === undefined || scenario === filter.scenario)
  )
}
