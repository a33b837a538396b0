import { harEntry, harOf } from '../../spec/har.ts'
import { authorizationWith } from '../exchange/credentials.ts'
import { departuresIn } from '../report/summary.ts'
import type { FindingResult, RunResult } from '../verdict/result.ts'
import { keyVariables } from './key-variables.ts'
import { told } from '../verdict/sentences.ts'

/** The requests that showed each finding as HAR, with `${API_KEY}` for the key. The last of each has its answer. */
export function harFile(result: RunResult): string {
  const started = Date.parse(result.startedAt)
  const entries = departuresIn(result).flatMap((finding) => entriesOf(finding, result.baseUrl, started))
  return `${JSON.stringify(harOf(entries), undefined, 2)}\n`
}

function entriesOf(finding: FindingResult, baseUrl: string, startedAtMilliseconds: number): readonly object[] {
  const { clause, operation, requests, exchange } = finding
  const { expected, received } = told(finding)
  return requests.map(({ method, path, credential, mediaType, body }, at) => {
    const isLast = at === requests.length - 1
    const authorization = authorizationWith(credential, keyVariables('${API_KEY}', '${WRONG_KEY}'))
    const entry = harEntry({
      startedAtMilliseconds,
      tookMilliseconds: isLast ? exchange.tookMilliseconds : 0,
      method,
      url: baseUrl + path,
      requestHeaders: Object.entries({
        ...(authorization === undefined ? {} : { Authorization: authorization }),
        ...(mediaType === undefined ? {} : { 'Content-Type': mediaType }),
      }),
      requestBody: body,
      status: isLast ? (exchange.status ?? 0) : 0,
      responseHeaders: isLast ? Object.entries(exchange.responseHeaders) : [],
      body: isLast ? { text: exchange.responseBody, size: exchange.responseBody.length } : undefined,
      problem: isLast ? exchange.problem : undefined,
    })
    const comment = isLast
      ? `${clause} ${operation}: expected ${expected}, received ${received}`
      : `before ${clause} ${operation}`
    return { ...entry, comment }
  })
}
