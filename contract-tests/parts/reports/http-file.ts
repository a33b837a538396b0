import { printable } from '../../../spec/index.ts'
import { type KeyForms, authorizationWith } from '../../exchange/credentials.ts'
import type { FindingResult, RunResult, ShownRequest } from '../../verdict/result.ts'
import { told } from '../../verdict/sentences.ts'
import { departuresIn } from '../../report/summary.ts'

/** Only variables can stand for the key: one for it, and one for a key that is changed. */
const keyForms: KeyForms = {
  key: '{{apiKey}}',
  other: 'contract-test-wrong-key',
  truncated: '{{wrongKey}}',
  otherCase: '{{wrongKey}}',
  renamed: '{{wrongKey}}',
}

/** The requests that showed each finding, as a file for the HTTP clients of VS Code, JetBrains and Bruno. */
export function httpFile(result: RunResult): string {
  const requests = departuresIn(result).flatMap(requestsOf)
  const isChanged = requests.some((request) => request.includes('{{wrongKey}}'))
  return [
    `# What was broken at ${printable(result.baseUrl)} on ${result.startedAt}.`,
    `@baseUrl = ${lineOf(result.baseUrl)}`,
    '# Put the key here, and do not commit it.',
    '@apiKey = API_KEY',
    ...(isChanged
      ? ['# The key without its last letter, or with its letters in the other case.', '@wrongKey = API_KE']
      : []),
    '',
    ...requests,
  ].join('\n')
}

function requestsOf(finding: FindingResult): readonly string[] {
  const { clause, operation, requests } = finding
  const { expected, received } = told(finding)
  return requests.map((request, at) => {
    const isLast = at === requests.length - 1
    const what = isLast
      ? `${clause} ${operation}`
      : `${clause} ${operation}: before it, this adds ${request.newId ?? 'an animal'}`
    const about = isLast ? [`# expected: ${printable(expected)}`, `# received: ${printable(received)}`] : []
    return [`### ${what}`, ...about, requestText(request)].join('\n')
  })
}

function requestText({ method, path, credential, mediaType, body }: ShownRequest): string {
  const authorization = authorizationWith(credential, keyForms)
  return [
    `${method} {{baseUrl}}${lineOf(path)}`,
    ...(authorization === undefined ? [] : [`Authorization: ${authorization}`]),
    ...(mediaType === undefined ? [] : [`Content-Type: ${lineOf(mediaType)}`]),
    '',
    ...(body === undefined ? [] : [bodyText(body), '']),
  ].join('\n')
}

/** A text that stays in its line and is no variable. */
function lineOf(text: string): string {
  return text.replaceAll(/[\s\p{C}]/gu, encodeURIComponent).replaceAll('{{', '%7B%7B')
}

/** A body in one line: a line of its own could begin another request. */
function bodyText(body: string): string {
  return body.replaceAll(/[\n\r\u2028\u2029]/g, ' ').replaceAll('{{', '{ {')
}
