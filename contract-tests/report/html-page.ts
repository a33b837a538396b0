/** What the page of a report looks like, and the one thing that runs in it: its buttons copy the text before them. */
export const page = {
  style: `
:root { color-scheme: light dark; --held: light-dark(#1b6e3c, #7ddc9b); --broken: light-dark(#b3261e, #ff9a8f); --warning: light-dark(#8a5a00, #ffc766); --doubtful: light-dark(#7b3fa0, #d9b3f2); --inconclusive: light-dark(#5b5f97, #b9bdf5); --line: light-dark(#d8dbe0, #3b4048); --quiet: light-dark(#5c636e, #a7afba); --sunken: light-dark(#f4f5f7, #1b1f25); --mark: light-dark(#ffe0dc, #5a231e) }
* { box-sizing: border-box }
body { margin: 0; background: light-dark(#fff, #12151a); color: light-dark(#1c2128, #e8ebf0); font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 72rem; margin: 0 auto; padding: clamp(1rem, 4vw, 2.5rem) }
h1 { margin: 0; font-size: clamp(1.5rem, 5vw, 2.25rem); line-height: 1.2 }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.35rem }
h3 { margin: 0; font-size: 1.1rem }
h3 span, h4, dt, small, .counts { color: var(--quiet); font-weight: 400 }
h4 { margin: 0 0 .25rem; font-size: .8rem }
a { color: inherit; text-decoration-color: var(--quiet) }
code, pre, h3 a, th { font-family: ui-monospace, monospace; font-size: .875rem; overflow-wrap: anywhere }
pre { margin: .5rem 0; padding: .75rem; border-radius: .4rem; background: var(--sunken); line-height: 1.45; white-space: pre-wrap }
.answer { max-height: 32rem; overflow: auto }
.held { color: var(--held) } .broken { color: var(--broken) } .warning { color: var(--warning) } .doubtful { color: var(--doubtful) } .inconclusive { color: var(--inconclusive) }
.verdict-0 h1 { color: var(--held) } .verdict-1 h1 { color: var(--broken) } .verdict-3 h1 { color: var(--inconclusive) }
.bar { display: flex; gap: 2px; height: .75rem; margin: 1rem 0 .5rem; border-radius: 99px; overflow: hidden }
.bar i { min-width: .5rem; background: currentColor }
.counts { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0 0 1rem; font-weight: 600 }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: 0 } dd { margin: 0; overflow-wrap: anywhere }
article { margin: 1rem 0; padding: 1rem clamp(.75rem, 3vw, 1.5rem); border: 1px solid var(--line); border-left: .35rem solid currentColor; border-radius: .5rem; scroll-margin-top: 1rem }
article > * { color: light-dark(#1c2128, #e8ebf0) } article > h3 a { color: inherit } article > p { margin: .5rem 0 }
article.warning { --mark: light-dark(#fff0cc, #4a3710) }
article:target { box-shadow: 0 0 0 3px color-mix(in srgb, currentColor 35%, transparent) }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); gap: .75rem; margin: .75rem 0 }
.sides > div { padding: .6rem .75rem; border-radius: .4rem; background: var(--sunken) } .sides .wrong { background: var(--mark) }
mark { display: inline-block; width: 100%; background: var(--mark); color: inherit }
i { font-style: normal } .member { color: light-dark(#0550ae, #79c0ff) } .text { color: light-dark(#116329, #7ee787) } .value { color: light-dark(#953800, #ffa657) }
details { border-top: 1px solid var(--line) } article details { border: 0 }
summary { padding: .5rem 0; cursor: pointer } summary > span { float: right; display: flex; gap: .75rem; font-size: .875rem }
table { width: 100%; border-collapse: collapse } td, th { padding: .35rem .75rem .35rem 0; border-top: 1px solid var(--line); font-weight: 400; text-align: left; vertical-align: top }
td:first-child, th { white-space: nowrap } small { display: block }
.effects { margin-left: clamp(.5rem, 3vw, 1.5rem) }
.copy { position: relative } .copy pre { margin-top: 0; padding-right: 5rem } .copy button { position: absolute; right: .5rem; bottom: .5rem; font: inherit; font-size: .8rem }
.note { padding: .75rem 1rem; border: 1px solid; border-radius: .4rem }
@media (max-width: 40rem) { summary > span { float: none; flex-wrap: wrap } tr { display: grid; padding: .35rem 0; border-top: 1px solid var(--line) } td, th { padding: 0; border: 0; white-space: normal } }
@media print { main { max-width: none; padding: 0 } article, tr { break-inside: avoid } .answer { max-height: none } details::details-content { content-visibility: visible; height: auto } button { display: none } }
`,
  script: `
for (const button of document.querySelectorAll('button')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    const text = button.previousElementSibling
    getSelection().selectAllChildren(text)
    await navigator.clipboard?.writeText(text.textContent).then(() => { button.textContent = 'Copied' }, () => {})
  })
}
`,
}
