import { silences } from '../../spec/index.ts'
import type { RunResult, ToldClause, ToldFinding } from '../run/result.ts'
import { printable } from './printable.ts'

/** A report as one page: nothing is loaded, nothing runs, and it reads well on a phone and on paper. */
export function htmlReport(result: RunResult): string {
  const { baseUrl, startedAt, requests, mostRequests, animals, clauses, findings, gaveUp, hint, unstable, exitCode } =
    result
  const verdict = { 0: 'All held', 1: 'Something is broken', 3: 'Could not tell' }[exitCode]
  const count = (state: string): number => clauses.filter((clause) => clause.state === state).length
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${text(`${verdict}: ${baseUrl}`)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1 class="verdict-${exitCode}">${verdict}</h1>
<p><code>${text(baseUrl)}</code>, ${text(startedAt)}</p>
<p>Clauses: ${count('held')} held, ${count('broken')} broken, ${count('inconclusive')} inconclusive, ${count('not applicable')} not applicable. ${requests} of at most ${mostRequests} requests.</p>
${gaveUp === undefined ? '' : `<p class="inconclusive">The run was ended: ${text(gaveUp)}</p>`}
${hint === undefined ? '' : `<p class="inconclusive">${text(hint)}</p>`}
${findings.map(findingHtml).join('\n')}
<h2>Clauses</h2>
${[...Map.groupBy(clauses, ({ section }) => section)].map(([section, of]) => sectionHtml(section, of)).join('\n')}
<h2>Where the interface is silent</h2>
<table><tr><th>Silence</th><th>Chosen</th><th>Question</th></tr>
${silences.flatMap(({ id, question }) => (result.profile[id] === undefined ? [] : [`<tr><td>${id}</td><td><code>${text(result.profile[id])}</code></td><td>${text(question)}</td></tr>`])).join('\n')}
</table>
${listHtml('Unstable, and held against nobody', unstable)}
${listHtml(
  'Animals that were added',
  animals.map(({ id, name }) => `${id ?? '?'}: ${name}`),
)}
${listHtml('Animals that may have been added, though not answered with 201', result.perhapsAdded)}
</main>
</body>
</html>
`
}

const style = `
:root { color-scheme: light dark; --broken: #b3261e; --held: #1b6e3c; --open: #8a5a00; --line: #8886 }
@media (prefers-color-scheme: dark) { :root { --broken: #ff8a80; --held: #7ddc9b; --open: #ffc766 } }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 }
main { max-width: 60rem; margin: 0 auto; padding: 1rem }
code, pre { font: .875rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere; white-space: pre-wrap }
article { border: 1px solid var(--line); border-left: .3rem solid var(--broken); border-radius: .3rem; padding: .5rem 1rem; margin: 1rem 0; break-inside: avoid }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: .5rem 0 }
dt { opacity: .7 } dd { margin: 0; min-width: 0 }
table { border-collapse: collapse; width: 100% } td, th { text-align: left; vertical-align: top; padding: .25rem .5rem .25rem 0; border-bottom: 1px solid var(--line) }
.held, .verdict-0 { color: var(--held) } .broken, .verdict-1 { color: var(--broken) } .inconclusive, .verdict-3 { color: var(--open) }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr } dt { margin-top: .5rem } }
@media print { main { max-width: none; padding: 0 } details { break-inside: avoid } }
`

function findingHtml({
  clause,
  section,
  operation,
  clauseText,
  expected,
  received,
  exchange,
  curl,
  also,
  only,
}: ToldFinding): string {
  const { status, problem, responseBody } = exchange
  return `<article>
<h2 class="broken">${clause} <small>${operation}, section ${section}</small></h2>
<p>${text(clauseText)}</p>
<dl>
<dt>expected</dt><dd><code>${text(expected)}</code></dd>
<dt>received</dt><dd><code>${text(received)}</code></dd>
<dt>request</dt><dd><code>${text(`${exchange.method} ${exchange.url}`)}</code></dd>
<dt>answer</dt><dd><code>${text(`${status ?? 'none'} ${problem ?? ''}`)}</code><pre>${text(responseBody)}</pre></dd>
${also.length === 0 ? '' : `<dt>also broken</dt><dd>${also.join(', ')}</dd>`}
<dt>show</dt><dd><code>${text(curl)}</code></dd>
<dt>again</dt><dd>the same command, with <code>--only ${text(only)}</code></dd>
</dl>
</article>`
}

function sectionHtml(section: string, clauses: readonly ToldClause[]): string {
  const rows = clauses.map(
    ({ id, text: about, state, reason }) =>
      `<tr><td>${id}</td><td class="${state === 'not applicable' ? '' : state}">${state}</td><td>${text(about)}${reason === undefined ? '' : ` <small>${text(reason)}</small>`}</td></tr>`,
  )
  const isOpen = clauses.some(({ state }) => state === 'broken')
  return `<details${isOpen ? ' open' : ''}><summary>Section ${section}</summary><table>${rows.join('')}</table></details>`
}

function listHtml(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return ''
  return `<h2>${title}</h2><ul>${lines.map((line) => `<li><code>${text(line)}</code></li>`).join('')}</ul>`
}

function text(raw: string): string {
  return printable(raw)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
