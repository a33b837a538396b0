import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { datasets } from '../../fixtures/index.ts'
import { errorCodes, errorDetails, scenarios, testKeys } from '../../mocks/index.ts'
import { type Silence, silences } from '../../spec/index.ts'
import type { Made } from './make.ts'

/** The parts of the README that are made from values, by the name that its markers give. */
const parts: Readonly<Record<string, () => string>> = {
  keys: () =>
    table(
      ['key', 'is'],
      Object.entries(testKeys).map(([key, { summary }]) => [code(key), summary]),
    ),
  scenarios: () =>
    table(
      ['scenario', 'section', 'what happens', '`Prefer`'],
      scenarios.map((scenario) => [
        code(scenario.id),
        scenario.section,
        scenario.summary,
        'code' in scenario
          ? `${code(`code=${scenario.code}`)} or ${code(`scenario=${scenario.id}`)}`
          : code(`scenario=${scenario.id}`),
      ]),
    ),
  silences: () =>
    table(
      ['silence', 'section', 'question', 'choices, the default first'],
      silences.map((silence) => [code(silence.id), silence.section, silence.question, choices(silence)]),
    ),
  datasets: () =>
    table(
      ['dataset', 'animals', 'what they are', 'use it for'],
      datasets.map(({ name, count, summary, use }) => [code(name), String(count), summary, use ?? '']),
    ),
  help: () => ['```text', helpOf('mock'), '```'].join('\n'),
  'error-codes': () =>
    table(
      ['code', 'sent when'],
      Object.entries(errorCodes).map(([name, when]) => [code(name), when]),
    ),
  'error-details': () => errorDetails.map(code).join(', '),
}

/**
 * Fills the parts of a README that stand between `<!-- made: NAME -->` and `<!-- end -->`.
 * @throws {Error} when it asks for an unknown part
 */
export function makeReadme(text: string): string {
  return text.replaceAll(
    /(<!-- made: ([a-z-]+) -->\n)[^]*?(<!-- end -->)/g,
    (_whole, start: string, name: string, end: string) => {
      const part = parts[name]
      if (part === undefined) throw new Error(`README.md asks for "${name}". Parts: ${Object.keys(parts).join(', ')}.`)
      return `${start}\n${part()}\n\n${end}`
    },
  )
}

/** README.md with its parts made anew. */
export function makeReadmeFile(): Made {
  const file = new URL('../../README.md', import.meta.url)
  return { 'README.md': makeReadme(readFileSync(file, 'utf8')) }
}

/** The help of a command, as somebody without colours sees it. */
function helpOf(command: string): string {
  const file = fileURLToPath(new URL('../animal-store.ts', import.meta.url))
  const env = { ...process.env, NO_COLOR: '1', COLUMNS: '110' }
  return execFileSync(process.execPath, [file, command, '--help'], { encoding: 'utf8', env }).trim()
}

function choices(silence: Silence): string {
  const named = Object.entries(silence.choices)
  const first = named.find(([choice]) => choice === silence.default)
  const rest = named.filter(([choice]) => choice !== silence.default)
  const { form } = silence
  return [
    first === undefined ? `**${code(silence.default)}**` : `**${code(first[0])}**: ${first[1]}`,
    ...rest.map(([choice, does]) => `${code(choice)}: ${does}`),
    ...(form === undefined ? [] : [`${code(form.shape)}: ${form.does}`]),
  ].join('<br>')
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function code(text: string): string {
  return `\`${text}\``
}
