import { printable } from '../../spec/index.ts'
import type { ClauseResult, FindingResult, RunResult } from '../run/result.ts'
import { markup } from './escape.ts'
import { bySection, chosen, countsLine, endings, findingFacts, furtherLists } from './summary.ts'

/** A report as one page: nothing is loaded, nothing runs, and it reads well on a phone and on paper. */
export function htmlReport(result: RunResult): string {
  const { baseUrl, startedAt, requests, mostRequests, gaveUp, hint, exitCode } = result
  const verdict = endings[exitCode]
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
<p>${countsLine(result)} ${requests} of at most ${mostRequests} requests.</p>
${gaveUp === undefined ? '' : `<p class="inconclusive">The run stopped early: ${text(gaveUp)}</p>`}
${hint === undefined ? '' : `<p class="inconclusive">${text(hint)}</p>`}
${[...result.findings, ...result.warnings].map(findingHtml).join('\n')}
<h2>Clauses</h2>
${bySection(result.clauses)
  .map(([section, of]) => sectionHtml(section, of))
  .join('\n')}
<h2>Where the interface is silent</h2>
<table><tr><th>Silence</th><th>Chosen</th><th>Question</th></tr>
${chosen(result)
  .map(
    ({ id, choice, question }) =>
      `<tr><td>${id}</td><td><code>${text(choice)}</code></td><td>${text(question)}</td></tr>`,
  )
  .join('\n')}
</table>
${furtherLists(result)
  .map(
    ([title, lines]) =>
      `<h2>${title}</h2><ul>${lines.map((line) => `<li><code>${text(line)}</code></li>`).join('')}</ul>`,
  )
  .join('\n')}
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

function findingHtml(finding: FindingResult): string {
  const facts = findingFacts(finding).map(([label, fact]) => `<dt>${label}</dt><dd><code>${text(fact)}</code></dd>`)
  return `<article>
<h2 class="broken">${finding.clause} <small>${finding.operation}, section ${finding.section}</small></h2>
<p>${text(finding.clauseText)}</p>
<dl>
${facts.join('\n')}
<dt>answer</dt><dd><pre>${text(finding.exchange.responseBody)}</pre></dd>
<dt>again</dt><dd>the same command, with <code>--only ${text(finding.only)}</code></dd>
</dl>
</article>`
}

function sectionHtml(section: string, clauses: readonly ClauseResult[]): string {
  const rows = clauses.map(
    ({ id, text: about, state, reason }) =>
      `<tr><td>${id}</td><td class="${state === 'not applicable' ? '' : state}">${state}</td><td>${text(about)}${reason === undefined ? '' : ` <small>${text(reason)}</small>`}</td></tr>`,
  )
  const isOpen = clauses.some(({ state }) => state === 'broken')
  return `<details${isOpen ? ' open' : ''}><summary>Section ${section}</summary><table>${rows.join('')}</table></details>`
}

function text(raw: string): string {
  return markup(printable(raw))
}
