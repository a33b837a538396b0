/** What the page of a report looks like, and the one thing that runs in it: its buttons copy the text after them. */
export const page = {
  style: `
:root { color-scheme: light dark; --text: light-dark(#1c2128, #e8ebf0); --held: light-dark(#1b6e3c, #7ddc9b); --broken: light-dark(#b3261e, #ff9a8f); --warning: light-dark(#8a5a00, #ffc766); --doubtful: light-dark(#7b3fa0, #d9b3f2); --inconclusive: light-dark(#5b5f97, #b9bdf5); --line: light-dark(#d8dbe0, #3b4048); --quiet: light-dark(#5c636e, #a7afba); --sunken: light-dark(#f4f5f7, #1b1f25); --mark: light-dark(#ffe0dc, #5a231e); --good: light-dark(#e3f4e8, #14361f) }
* { box-sizing: border-box }
body { margin: 0; background: light-dark(#fff, #12151a); color: var(--text); font: .9375rem/1.45 system-ui, sans-serif }
main { max-width: 76rem; margin: 0 auto; padding: clamp(1rem, 3vw, 2rem) }
h1 { margin: 0; font-size: clamp(1.35rem, 4vw, 1.9rem); line-height: 1.2 }
h2 { margin: 1.75rem 0 .6rem; font-size: 1.2rem }
h3 { margin: 0; font-size: 1.0625rem; line-height: 1.3 }
h4, dt, small, .counts { color: var(--quiet); font-weight: 400 }
h4 { margin: 0; font-size: .8rem } p { margin: .5rem 0 }
a { color: inherit; text-decoration: none } a:hover, a:focus-visible, td a, th a, p a { text-decoration: underline; text-decoration-color: var(--quiet) }
code, pre, th { font-family: ui-monospace, monospace; font-size: .8125rem; overflow-wrap: anywhere }
pre { margin: .35rem 0; padding: .5rem .65rem; border-radius: .35rem; background: var(--sunken); line-height: 1.4; white-space: pre-wrap }
.answer { max-height: 26rem; overflow: auto }
.held { color: var(--held) } .broken { color: var(--broken) } .warning { color: var(--warning) } .doubtful { color: var(--doubtful) } .inconclusive { color: var(--inconclusive) }
.verdict-0 h1 { color: var(--held) } .verdict-1 h1 { color: var(--broken) } .verdict-3 h1 { color: var(--inconclusive) }
.counts { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0 0 .6rem; font-weight: 600 }
dl { margin: 0 } dt, dd { margin: 0; overflow-wrap: anywhere }
.facts { display: flex; flex-wrap: wrap; gap: .1rem 1.5rem; font-size: .875rem } .facts div { display: flex; gap: .5rem } .facts dt { flex: none }
.learned { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(26rem, 100%), 1fr)); gap: .5rem 2rem }
.learned dt { color: inherit } .lines { columns: 26rem; margin: 0; padding-left: 1.1rem } .lines li { break-inside: avoid }
nav { margin-top: 1rem } nav ol { margin: 0; padding: 0; border: 1px solid var(--line); border-radius: .4rem; list-style: none }
nav li { display: flex; flex-wrap: wrap; gap: 0 .6rem; align-items: baseline; padding: .25rem .75rem } nav li + li { border-top: 1px solid var(--line) } nav li.effect { padding-left: 2.25rem } nav li:not(.effect) a { font-weight: 600 }
nav a { flex: 1 1 20rem; min-height: 1.5rem } nav b { width: .8rem } nav .chips { margin: 0 }
.chips { display: flex; flex-wrap: wrap; gap: .25rem .4rem; margin: .3rem 0; font-size: .8125rem; color: var(--quiet) } .chips > * { padding: 0 .45rem; border: 1px solid var(--line); border-radius: 99px; line-height: 1.4rem }
article { margin: .75rem 0; padding: .7rem clamp(.7rem, 2vw, 1.1rem); border: 1px solid var(--line); border-left: .3rem solid currentColor; border-radius: .4rem; scroll-margin-top: 1rem }
article > :not(.chips) { color: var(--text) }
article.warning { --mark: light-dark(#fff0cc, #4a3710) } article.doubtful { --mark: light-dark(#f3e5fb, #3a2150) }
:is(article, tr):target { box-shadow: 0 0 0 3px color-mix(in srgb, currentColor 35%, transparent) }
.told { display: grid; grid-template-columns: minmax(0, 1fr); gap: .25rem 1.25rem; margin: .4rem 0 } @media (min-width: 56rem) { .told { grid-template-columns: repeat(2, minmax(0, 1fr)) } }
.sides { display: grid; gap: .4rem } .sides > div { padding: .35rem .6rem; border-radius: .35rem } .sides code { white-space: pre-wrap }
.expected { background: var(--good) } .received { background: var(--mark) }
mark { display: inline-block; width: 100%; background: var(--mark); color: inherit }
summary { padding: .3rem 0; cursor: pointer; overflow-wrap: anywhere } .section { border-top: 1px solid var(--line) } .section > summary > span { float: right; display: flex; gap: .75rem; font-size: .8125rem } details details summary { color: var(--quiet); font-size: .8125rem }
table { width: 100%; border-collapse: collapse } td, th { padding: .25rem .75rem .25rem 0; border-top: 1px solid var(--line); font-weight: 400; text-align: left; vertical-align: top }
td:first-child, th { white-space: nowrap } small { display: block; font-size: .8125rem }
.effects { margin-left: clamp(.5rem, 3vw, 1.5rem) }
.copy { display: flex; flex-wrap: wrap; gap: 0 .6rem; align-items: center; margin-top: .5rem } .copy pre { width: 100% } .copy span { display: inline-block; max-width: 100% } button { padding: .2rem .6rem; border: 1px solid var(--line); border-radius: .35rem; background: var(--sunken); color: inherit; font: inherit; font-size: .8rem; cursor: pointer }
.note { padding: .6rem 1rem; border: 1px solid; border-radius: .4rem }
@media (max-width: 40rem) { .section > summary > span { float: none; flex-wrap: wrap; gap: 0 .75rem; padding-left: 1rem } tr { display: grid; padding: .35rem 0; border-top: 1px solid var(--line) } td, th { padding: 0; border: 0; white-space: normal } nav .chips { margin: 0 0 .2rem 1.4rem } nav a { flex-basis: 70% } .answer { max-height: 14rem } h2 { margin-top: 1.25rem } article { padding: .5rem .6rem; margin: .5rem 0 } .chips { margin: .15rem 0 } .sides > div { padding: .15rem .5rem } .told p { margin: .2rem 0 } .facts { gap: 0 1rem } .learned { gap: .3rem } dd, dt { line-height: 1.3 } nav li { padding: .2rem .5rem } }
@media print { body { font-size: 7.5pt; line-height: 1.2 } main { max-width: none; padding: 0 } h1 { font-size: 15pt } h2 { margin: 8pt 0 3pt; font-size: 11pt; break-after: avoid } code, pre, th, small, .section > summary > span { font-size: 6.5pt } article, tr, .learned div { break-inside: avoid } .answer { max-height: none } details::details-content { content-visibility: visible; height: auto } button, article details details { display: none } .clauses, .learned { display: block; columns: 2; column-gap: 14pt } .learned div { margin-bottom: 2pt } td, th { padding: 1pt 5pt 1pt 0 } td:first-child, th { white-space: normal } td:first-child { width: 34pt } th { min-width: 78pt } .facts { font-size: inherit } summary { padding: 2pt 0; font-weight: 600; break-after: avoid } }
`,
  script: `
for (const button of document.querySelectorAll('button')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    const text = button.nextElementSibling
    getSelection().selectAllChildren(text)
    await navigator.clipboard?.writeText(text.textContent).then(() => { button.textContent = 'Copied' }, () => {})
  })
}
`,
}
