import { createHash } from 'node:crypto'
import { counted, printable, sectionTitles } from '../../spec/index.ts'
import type { ClauseResult, FindingResult, RunResult } from '../verdict/result.ts'
import { bodyLines } from './body.ts'
import { departureOf } from '../verdict/verdict.ts'
import {
  againOf,
  curlOf,
  departuresIn,
  effectsOf,
  markup,
  newness,
  overTime,
  type ReportOptions,
  statesOf,
  summaryOf,
  waitText,
  waitingFor,
} from './summary.ts'
import { page } from './html-page.ts'

// Browsers of telephones have trouble with larger pages.
const mostCharacters = 2_000_000
const noRoom = '<p>The exchange is not shown here, because the page would be too large. The JSON report has it.</p>'

/** A report as one page: nothing is loaded, and it reads well on a phone, in the dark and on paper. */
export function htmlReport(result: RunResult, options: ReportOptions = {}): string {
  const { verdict, stopped, sections, chosen, lists } = summaryOf(result)
  const departures = departuresIn(result)
  let left = mostCharacters
  const articleOf = (each: FindingResult): string => {
    const html = findingHtml(each, options, left > 0)
    left -= html.length
    return html
  }
  const causes = departures.filter(({ cause }) => cause === undefined)
  const found = causes.map((each) => `${articleOf(each)}${followingHtml(each, result, articleOf)}`)
  const { style, script } = page
  const hash = createHash('sha256').update(script).digest('base64')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'">
<title>${text(`${verdict} ${result.baseUrl}`)}</title>
<style>${style}</style>
</head>
<body>
<main>
${headHtml(result, options)}
${stopped === undefined ? '' : `<p class="note inconclusive">${text(stopped)}</p>`}
${departures.length === 0 ? '' : `<h2>What was found</h2>${found.join('\n')}`}
<h2>Every clause</h2>
${sections.map(([section, of]) => sectionHtml(section, of, departures)).join('\n')}
${learnedHtml(chosen)}
${lists.map(([title, lines]) => `<h2>${title}</h2><ul>${lines.map(itemHtml).join('')}</ul>`).join('\n')}
</main>
<script>${script}</script>
</body>
</html>
`
}

/** What likely follows from a finding: the other findings folded, the clauses by their ids. */
function followingHtml(
  finding: FindingResult,
  result: RunResult,
  articleOf: (effect: FindingResult) => string,
): string {
  const effects = effectsOf(finding, result)
  const waiting = waitingFor(finding, result)
  const ids = waiting.map(({ id }) => `<code>${id}</code>`).join(', ')
  return `${effects.length === 0 ? '' : `<details class="effects"><summary>${counted(effects.length, 'more finding')}, likely of the same cause</summary>${effects.map(articleOf).join('\n')}</details>`}
${waiting.length === 0 ? '' : `<p class="effects">${counted(waiting.length, 'clause')} cannot be told until then: ${ids}.</p>`}`
}

function itemHtml(line: string): string {
  return `<li><code>${text(line)}</code></li>`
}

function learnedHtml(chosen: ReturnType<typeof summaryOf>['chosen']): string {
  const rows = chosen.map(
    ({ id, choice, question }) =>
      `<tr><th scope="row">${id}</th><td><code>${text(choice)}</code></td><td>${text(question)}</td></tr>`,
  )
  if (rows.length === 0) return ''
  return `<h2>What was learned</h2>
<p>Where the interface is silent, the deployment chose:</p>
<table>${rows.join('\n')}</table>`
}

function headHtml(result: RunResult, { version, command }: ReportOptions): string {
  const { baseUrl, startedAt, tookMilliseconds, plan, options, clauses, exitCode } = result
  const { verdict, first, changes, spent } = summaryOf(result)
  const counts = statesOf(clauses).filter(([state]) => state !== 'not applicable')
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Address', baseUrl],
    ['When', startedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')],
    ['Took', `${(tookMilliseconds / 1000).toFixed(1)} s, ${spent}`],
    ['Plan', plan],
    ['Options', options.join(', ') || undefined],
    ['Suite', version === undefined ? undefined : `animal-store-kit ${version}`],
    ['Command', command],
  ]
  return `<header class="verdict-${exitCode}">
<h1>${text(verdict)}</h1>
<div class="bar" role="img" aria-label="${counts.map(([state, count]) => `${count} ${state}`).join(', ')}">${counts
    .map(([state, count]) => `<i class="${state}" style="flex:${count}"></i>`)
    .join('')}</div>
<p class="counts">${countsHtml(counts)}</p>
${[changes, first].map((line) => (line === undefined ? '' : `<p>${text(line)}</p>`)).join('\n')}
<dl>${facts.map(([label, fact]) => (fact === undefined ? '' : `<dt>${label}</dt><dd>${text(fact)}</dd>`)).join('')}</dl>
</header>`
}

function countsHtml(counts: ReturnType<typeof statesOf>): string {
  return counts.map(([state, count]) => `<span class="${state}">${count} ${words[state]}</span>`).join(' ')
}

const words = {
  held: 'held',
  broken: 'broken',
  doubtful: 'in doubt',
  warning: 'with a warning',
  inconclusive: 'inconclusive',
  'not applicable': 'not applicable',
} as const

function findingHtml(finding: FindingResult, options: ReportOptions, hasRoom: boolean): string {
  const { clause, operation, section, clauseText, expected, received, reading, doubt, also, times } = finding
  const id = idOf(finding)
  const state = departureOf(finding)
  const again = againOf(finding, options)
  const curl = curlOf(finding, options)
  return `<article class="${state}" id="${id}">
<h3><a href="#${id}">${clause}</a> <span>${state}${newness(finding)}, ${operation}, section ${section}</span></h3>
<p>${text(clauseText)}</p>
<div class="sides"><div><h4>Expected</h4><code>${text(expected)}</code></div><div class="wrong"><h4>Received</h4><code>${text(received)}</code></div></div>
${reading === undefined ? '' : `<p><b>How it can be defended.</b> ${text(reading)}</p>`}
${doubt === undefined ? '' : `<p><b>In doubt.</b> Seen ${overTime(times, doubt)}. It would be settled by ${text(doubt.settledBy)}.</p>`}
${also.length === 0 ? '' : `<p>Also broken by this: ${also.join(', ')}.</p>`}
${hasRoom ? exchangeHtml(finding) : noRoom}
${times === 1 ? '' : `<p>${counted(times - 1, 'more exchange')} showed the same.</p>`}
${curl === undefined ? '' : copyHtml('See it again', curl)}
${again === undefined ? '' : copyHtml('Repeat the probe', again)}
</article>`
}

function exchangeHtml(finding: FindingResult): string {
  const { method, url, status, problem, requestBody, responseHeaders } = finding.exchange
  const about = `${finding.expected} ${finding.received}`.toLowerCase()
  const headers = Object.entries(responseHeaders).map(([name, value]) => {
    const line = text(`${name}: ${value}`)
    return about.includes(name) ? `<mark>${line}</mark>` : line
  })
  const first = text(status === undefined ? (problem ?? 'no response') : `HTTP ${status}`)
  const answer = [finding.received.startsWith('status ') ? `<mark>${first}</mark>` : first, ...headers].join('\n')
  const body = bodyLines(finding).map(({ depth, parts, isWrong }) => {
    const line = parts.map(([kind, part]) => (kind === 'sign' ? text(part) : `<i class="${kind}">${text(part)}</i>`))
    const shown = `${'  '.repeat(depth)}${line.join('')}`
    return isWrong ? `<mark>${shown}</mark>` : shown
  })
  return `<details open><summary><code>${method} ${text(url)}</code></summary>
${requestBody === undefined ? '' : `<pre>${text(requestBody)}</pre>`}
<pre class="answer" tabindex="0">${answer}

${body.join('\n')}</pre></details>`
}

function copyHtml(title: string, command: string): string {
  return `<div class="copy"><h4>${title}</h4><pre>${text(command)}</pre><button type="button" hidden>Copy</button></div>`
}

function sectionHtml(
  section: ClauseResult['section'],
  clauses: readonly ClauseResult[],
  departures: readonly FindingResult[],
): string {
  const rows = clauses.map(({ id, text: about, state, reason, waitsFor }) => {
    const found = departures.find(({ clause, also }) => clause === id || also.includes(id))
    const name = found === undefined ? id : `<a href="#${idOf(found)}">${id}</a>`
    const why = reason === undefined ? '' : ` <small>${text(reason)}${text(waitText(waitsFor))}</small>`
    return `<tr><td class="${state}">${state}</td><th scope="row">${name}</th><td>${text(about)}${why}</td></tr>`
  })
  const isOpen = clauses.some(({ state }) => ['broken', 'doubtful', 'warning'].includes(state))
  return `<details${isOpen ? ' open' : ''}><summary>${section} ${sectionTitles[section]}<span>${countsHtml(statesOf(clauses))}</span></summary><table>${rows.join('')}</table></details>`
}

function idOf(finding: FindingResult): string {
  const state = departureOf(finding)
  return `${finding.clause.replace('/', '-')}-${finding.operation}${state === 'broken' ? '' : `-${state}`}`
}

function text(raw: string): string {
  return markup(printable(raw))
}
