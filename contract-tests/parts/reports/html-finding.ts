import { type ClauseId, counted, printable, sectionTitles } from '../../../spec/index.ts'
import type { FindingResult } from '../../verdict/result.ts'
import { bodyLines } from './body.ts'
import { againOf, curlOf, levelWords, newness, overTime, timesText, type ReportOptions } from '../../report/summary.ts'
import { markup } from './texts.ts'
import { readingOf, settledBy, told } from '../../verdict/sentences.ts'

/** A finding of the page: the sentence that is broken, what was expected and came, the exchange, and how to see it again. */
export function findingHtml(finding: FindingResult, options: ReportOptions): string {
  const { clauseText, doubt, times } = finding
  const reading = readingOf(finding)
  const id = anchorOf(finding)
  const again = againOf(finding, options)
  const curl = curlOf(finding, options)
  return `<article class="${levelWords[finding.level].state}" id="${id}">
<h3><a href="#${id}">${plainText(clauseText)}</a></h3>
${chipsHtml(finding)}
<div class="told"><div>${sidesHtml(finding)}
${reading === undefined ? '' : `<p><b>How it can be defended.</b> ${plainText(reading)}</p>`}
${doubt === undefined ? '' : `<p><b>In doubt.</b> Seen ${overTime(times, doubt)}. It would be settled by ${plainText(settledBy(doubt))}.</p>`}
${curl === undefined ? '' : copyHtml('See it again', curl)}
${again === undefined ? '' : copyHtml('Repeat the probe', again)}</div>
<div>${exchangeHtml(finding)}</div></div>
</article>`
}

function chipsHtml(finding: FindingResult): string {
  const { clause, operation, section, also } = finding
  const { state, name } = levelWords[finding.level]
  const title = sectionTitles[section as keyof typeof sectionTitles]
  const chips = [
    `<b class="${state}">${name}${newness(finding)}</b>`,
    clauseHtml(clause),
    `<span>${operation}</span>`,
    `<span>§${section} ${title}</span>`,
    ...also.map((id) => `<span>also ${clauseHtml(id)}</span>`),
  ]
  return `<p class="chips">${chips.join('')}</p>`
}

function sidesHtml(finding: FindingResult): string {
  const { expected, received } = told(finding)
  const side = (title: string, text: string): string =>
    `<div class="${title.toLowerCase()}"><h4>${title}</h4><code>${plainText(text)}</code></div>`
  return `<div class="sides">${side('Expected', expected)}${side('Received', received)}</div>`
}

function exchangeHtml(finding: FindingResult): string {
  const { sequence, exchange, times } = finding
  const { method, url, requestBody } = exchange
  const before = sequence.slice(0, -1).map(plainText).join('\n')
  const { blamed, others } = headersOf(finding)
  const body = bodyHtml(finding)
  const isTelling = before !== '' || blamed.length > 0 || body.includes('<mark>')
  return `${before === '' ? '' : `<h4>After</h4><pre>${before}</pre>`}<details${isTelling ? ' open' : ''}><summary><code>${method} ${plainText(url)}</code>${timesText(times)}</summary>
${requestBody === undefined ? '' : `<pre>${plainText(requestBody)}</pre>`}
<pre class="answer" tabindex="0">${[statusHtml(finding), ...blamed].join('\n')}

${body}</pre>
${others.length === 0 ? '' : `<details><summary>${counted(others.length, blamed.length === 0 ? 'header' : 'more header')}</summary><pre>${others.join('\n')}</pre></details>`}</details>`
}

function statusHtml({ at, exchange: { status, problem } }: FindingResult): string {
  const first = plainText(status === undefined ? (problem ?? 'no response') : `HTTP ${status}`)
  return at?.part === 'status' ? `<mark>${first}</mark>` : first
}

/** The headers that the finding names, and all others. */
function headersOf({ at, exchange }: FindingResult) {
  const about = at?.names?.map((name) => name.toLowerCase()) ?? []
  const all = Object.entries(exchange.responseHeaders)
  const linesOf = (isBlamed: boolean): readonly string[] =>
    all.filter(([name]) => about.includes(name) === isBlamed).map(([name, value]) => plainText(`${name}: ${value}`))
  return { blamed: linesOf(true).map((line) => `<mark>${line}</mark>`), others: linesOf(false) }
}

function bodyHtml(finding: FindingResult): string {
  const lines = bodyLines(finding).map(({ depth, text, isWrong }) => {
    const shown = `${'  '.repeat(depth)}${plainText(text)}`
    return isWrong ? `<mark>${shown}</mark>` : shown
  })
  return lines.join('\n')
}

function copyHtml(title: string, command: string): string {
  // A line is broken between words alone.
  const words = plainText(command).replaceAll(/[^ ]+/g, '<span>$&</span>')
  return `<div class="copy"><h4>${title}</h4><button type="button" hidden>Copy</button><pre tabindex="0">${words}</pre></div>`
}

/** A clause, with a link to its row. */
export function clauseHtml(id: ClauseId): string {
  return `<a href="#${clauseAnchor(id)}"><code>${id}</code></a>`
}

/** Where the row of a clause stands on the page. */
export function clauseAnchor(id: ClauseId): string {
  return `clause-${id.replace('/', '-')}`
}

/** Where a finding stands on the page. */
export function anchorOf(finding: FindingResult): string {
  const { clause, operation, level } = finding
  return `${clause.replace('/', '-')}-${operation}${level === 'broken' ? '' : `-${level}`}`
}

/** Text that is no markup and steers nothing. */
export function plainText(raw: string): string {
  return markup(printable(raw))
}
