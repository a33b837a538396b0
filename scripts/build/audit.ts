// Asks the registry for known holes in what users install. Exit codes: 0 none, 1 some, 3 the registry could not tell.
import { spawnSync } from 'node:child_process'
import { isObject, readJson } from '../../spec/index.ts'

/** What `npm audit --json` printed, as a sentence and an exit code. An error of the registry is no finding. */
export function judgeAudit(printed: string): { readonly text: string; readonly exitCode: 0 | 1 | 3 } {
  const reading = readJson(printed)
  const report = reading.ok && isObject(reading.value) ? reading.value : {}
  const { vulnerabilities, message } = report
  if (!isObject(vulnerabilities)) {
    const found = typeof message === 'string' ? message : 'no report'
    const advice = 'Run it where the registry answers audits, or use another one with --registry.'
    return { text: `Not checked: asked the registry for known holes, and got ${found}. ${advice}`, exitCode: 3 }
  }
  const holes = Object.values(vulnerabilities).filter(isObject)
  if (holes.length === 0) return { text: 'The registry knows no hole in what users install.', exitCode: 0 }
  const lines = holes.map(({ name, severity, range }) => `  ${String(name)} ${String(range)}: ${String(severity)}`)
  const advice = '`npm audit --omit=dev` shows the advisories. Update the package, or replace it.'
  return {
    text: [`${holes.length} packages that users install have known holes:`, ...lines, advice].join('\n'),
    exitCode: 1,
  }
}

if (import.meta.main) {
  const flags = ['audit', '--omit=dev', '--workspaces=false', '--json', ...process.argv.slice(2)]
  const { stdout, error } = spawnSync('npm', flags, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 100_000,
    shell: process.platform === 'win32',
  })
  const { text, exitCode } = judgeAudit(stdout || JSON.stringify({ message: error?.message }))
  console.log(text)
  process.exitCode = exitCode
}
