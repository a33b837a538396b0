import { createHash } from 'node:crypto'
import { counted, sectionTitles } from '../../../spec/index.ts'
import type { ClauseResult, FindingResult, RunResult } from '../../verdict/result.ts'
import { anchorOf, clauseAnchor, clauseHtml, findingHtml, plainText } from './html-finding.ts'
import { page } from './html-page.ts'
import {
  type ReportOptions,
  departuresIn,
  effectsOf,
  levelWords,
  newness,
  openClauses,
  statesOf,
  summaryOf,
  reasonOf,
} from '../../report/summary.ts'

type Summary = ReturnType<typeof summaryOf>

/** A report as one page: nothing is loaded, and it reads well on a phone, in the dark and on paper. */
export function htmlReport(result: RunResult, options: ReportOptions = {}): string {
  const summary = summaryOf(result)
  const { verdict, stopped, sections, chosen, lists } = summary
  const departures = departuresIn(result)
  const { style, script } = page
  const hash = createHash('sha256').update(script).digest('base64')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'">
<title>${plainText(`${verdict} ${result.baseUrl}`)}</title>
<style>${style}</style>
</head>
<body>
<main>
${headHtml(result, summary, options)}
${stopped === undefined ? '' : `<p class="note inconclusive">${plainText(stopped)}</p>`}
${departures.length < 2 ? '' : overviewHtml(departures)}
${departures.length === 0 ? '' : `<h2>What was found</h2>${foundHtml(result, options)}`}
${openHtml(result)}
<h2>Every clause</h2>
<div class="clauses">${sections.map(([section, of]) => sectionHtml(section, of, departures)).join('\n')}</div>
${learnedHtml(chosen)}
${lists.map(([title, lines]) => `<h2>${plainText(title)}</h2><ul class="lines">${lines.map((line) => `<li><code>${plainText(line)}</code></li>`).join('')}</ul>`).join('\n')}
</main>
<script>${script}</script>
</body>
</html>
`
}

const signs = { 0: '✓', 1: '✗', 3: '?' } as const

function headHtml(result: RunResult, summary: Summary, { version, command, typed }: ReportOptions): string {
  const { baseUrl, startedAt, tookMilliseconds, plan, options, clauses, exitCode } = result
  const { headline, changes, spent } = summary
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Address', typed !== undefined && typed('') === undefined ? 'a mock that the run started' : baseUrl],
    ['When', startedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')],
    ['Took', `${(tookMilliseconds / 1000).toFixed(1)} s, ${spent}`],
    ['Plan', plan],
    ['Options', options.join(', ') || undefined],
    ['Suite', version === undefined ? undefined : `animal-store-kit ${version}`],
    ['Command', command],
  ]
  return `<header class="verdict-${exitCode}">
<h1><span aria-hidden="true">${signs[exitCode]}</span> ${plainText(headline)}</h1>
<p class="counts">${countsHtml(statesOf(clauses))}</p>
${changes === undefined ? '' : `<p>${plainText(changes)}</p>`}
<dl class="facts">${facts.map(([label, fact]) => (fact === undefined ? '' : `<div><dt>${label}</dt><dd>${plainText(fact)}</dd></div>`)).join('')}</dl>
</header>`
}

/** Why clauses stay open, each with a link to its row. */
function openHtml(result: RunResult): string {
  const lines = [...openClauses(result)].map(([reason, ids]) => {
    return `<p>Inconclusive: ${ids.map(clauseHtml).join(', ')}: ${plainText(reason)}</p>`
  })
  return lines.join('\n')
}

/** A line for each finding, which leads to it; what it likely causes stands below it. */
function overviewHtml(departures: readonly FindingResult[]): string {
  const lines = departures.map((finding) => {
    const { cause, clause, clauseText, operation } = finding
    const { state, name } = levelWords[finding.level]
    const [sign = ''] = name
    const title = `<a href="#${anchorOf(finding)}">${plainText(clauseText)}</a>`
    const chips = `<span class="chips"><code>${clause}</code><span>${operation}${newness(finding)}</span></span>`
    return `<li${cause === undefined ? '' : ' class="effect"'}><b class="${state}" aria-label="${state}" role="img">${sign}</b>${title}${chips}</li>`
  })
  return `<nav aria-label="Findings"><ol>${lines.join('')}</ol></nav>`
}

/** Every finding, below the one that likely causes it. */
function foundHtml(result: RunResult, options: ReportOptions): string {
  const articleOf = (each: FindingResult): string => findingHtml(each, options)
  const causes = departuresIn(result).filter(({ cause }) => cause === undefined)
  return causes
    .map((each) => {
      const html = articleOf(each)
      const effects = effectsOf(each, result)
      if (effects.length === 0) return html
      const title = `${counted(effects.length, 'more finding')}, likely of the same cause`
      return `${html}<details class="effects"><summary>${title}</summary>${effects.map(articleOf).join('\n')}</details>`
    })
    .join('\n')
}

/** Each question with the choice below it. */
function learnedHtml(chosen: Summary['chosen']): string {
  const rows = chosen.map(({ id, choice, question }) => {
    // A long choice is cut between its parts.
    const value = plainText(`${id}=${choice}`).replaceAll(/[=,]/g, '$&<wbr>')
    return `<div><dt>${plainText(question)}</dt><dd><code>${value}</code></dd></div>`
  })
  return rows.length === 0
    ? ''
    : `<h2>What was learned</h2>
<p>Where the interface is silent, the deployment chose:</p>
<dl class="learned">${rows.join('\n')}</dl>`
}

function countsHtml(counts: ReturnType<typeof statesOf>): string {
  return counts.map(([state, count]) => `<span class="${state}">${count} ${state}</span>`).join(' ')
}

function sectionHtml(
  section: ClauseResult['section'],
  clauses: readonly ClauseResult[],
  departures: readonly FindingResult[],
): string {
  const rows = clauses.map((clause) => {
    const { id, text: about, state } = clause
    const reason = reasonOf(clause)
    const found = departures.find((finding) => finding.clause === id || finding.also.includes(id))
    const name = found === undefined ? id : `<a href="#${anchorOf(found)}">${id}</a>`
    const why = reason === undefined ? '' : ` <small>${plainText(reason)}</small>`
    return `<tr id="${clauseAnchor(id)}"><td class="${state}">${state}</td><th scope="row">${name}</th><td>${plainText(about)}${why}</td></tr>`
  })
  const isOpen = clauses.some(({ state }) => state === 'broken')
  return `<details class="section"${isOpen ? ' open' : ''}><summary>${section} ${sectionTitles[section]}<span>${countsHtml(statesOf(clauses))}</span></summary><table>${rows.join('')}</table></details>`
}
