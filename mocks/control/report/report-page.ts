import { type WrittenReport, scriptSafe } from './mock-report.ts'

/** The script and the style of the built panel. */
export interface BuiltPanel {
  readonly script: string
  readonly style: string
}

/**
 * The panel as one HTML file with a report in it. Its policy allows its own two parts by a nonce, and no request: what a
 * client sent can do nothing in it, even if the panel had a mistake.
 */
export function reportPage({ script, style }: BuiltPanel, report: WrittenReport): string {
  const nonce = crypto.randomUUID()
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyFor(nonce)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Animal Store mock: ${escapedHtml(report.test ?? report.sandbox)}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${style}</style>
<script type="application/json" class="report">${scriptSafe(written(report))}</script>
<script type="module" nonce="${nonce}">${script.replaceAll(/<\/(?=script)/gi, String.raw`<\/`)}</script>
</head>
<body>
<main class="panel"></main>
<noscript>This page needs JavaScript to show what it has.</noscript>
</body>
</html>
`
}

function policyFor(nonce: string): string {
  const own = `'nonce-${nonce}'`
  const none = "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
  return `default-src 'none'; script-src ${own}; style-src ${own}; img-src data:; ${none}`
}

/** The answers are JSON already. */
function written({ answers, ...facts }: WrittenReport): string {
  const members = Object.entries(answers).map(([path, text]) => `${JSON.stringify(path)}:${text}`)
  return `${JSON.stringify(facts).slice(0, -1)},"answers":{${members.join()}}}`
}

const escapedHtml = (text: string) => text.replaceAll(/[&<>]/g, (sign) => `&#${sign.codePointAt(0)};`)
