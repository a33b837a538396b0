import { writeJson } from '../../../spec/json.ts'
import type { Members } from './document.ts'
import { quoted } from './types.ts'

/** Makes the text of `spec/made/document.ts`: the whole document, for those who show it to people. */
export function makeReference(spec: Members): string {
  return `/** spec/openapi.yaml as JSON, every digit kept: read it with readJson. */
export const documentText =
  ${quoted(writeJson(spec))}
`
}
