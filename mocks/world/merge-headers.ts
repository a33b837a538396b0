import type { Reply } from '../call/call.ts'
import type { RecordedReply } from './recorded-reply.ts'

const currentHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'date']

/** The recorded headers. Those about the quota and the time are the current ones. */
export function mergeHeaders({ status, headers }: RecordedReply, usual: Reply): Record<string, string> {
  const isCurrent = ([name]: [string, string]): boolean => {
    const lower = name.toLowerCase()
    return currentHeaders.includes(lower) || (status === 429 && lower === 'retry-after')
  }
  const kept = Object.entries(headers).filter((header) => !isCurrent(header))
  return Object.fromEntries([...kept, ...Object.entries(usual.headers).filter(isCurrent)])
}
