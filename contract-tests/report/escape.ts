import { printable } from '../../spec/index.ts'

/** Text for HTML or XML, in which nothing is markup. What cannot be printed must be escaped before. */
export function markup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** Text for Markdown, as code: between more backticks than it has in a row. */
export function code(text: string): string {
  const line = printable(text)
  const fence = '`'.repeat(Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length)) + 1)
  return `${fence}${line.startsWith('`') || line.endsWith('`') ? ` ${line} ` : line}${fence}`
}
