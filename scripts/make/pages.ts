import { globSync, readFileSync } from 'node:fs'
import { describedDatasets } from '../../fixtures/index.ts'
import { type Rule, rules } from '../../mocks/conduct/index.ts'
import { errorCodes, errorDetails, scenarios } from '../../mocks/entry.ts'
import { describedKeys } from '../../mocks/keys/described-keys.ts'
import { minuteText } from '../commands/list/list-command.ts'
import { actions } from '../../mocks/parts/panel/actions.ts'
import { partName, settingNames } from '../../mocks/state-link/setting-texts.ts'
import { type Silence, silences, thereIsNo } from '../../spec/index.ts'
import { createProgram, run } from '../commands/run.ts'
import { processShell } from '../commands/shell.ts'
import { parts } from '../house/parts.ts'
import type { Made } from './spec.ts'
import { readSpecFile, textAt } from './spec/document.ts'
import { operationsOf } from './spec/operations.ts'

/** What is made of a page, by the name in its markers. */
const sections: Readonly<Record<string, () => string | Promise<string>>> = {
  keys: () =>
    table('key | is | requests a minute', describedKeys, (key) => [code(key.key), key.summary, minuteText(key)]),
  scenarios: () =>
    table('scenario | section | what happens | `Prefer`', scenarios, (scenario) => {
      const byCode = scenario.code !== undefined ? `${code(`code=${scenario.code}`)} or ` : ''
      return [code(scenario.id), scenario.section, scenario.summary, byCode + code(`scenario=${scenario.id}`)]
    }),
  silences: () =>
    table('silence | section | question | choices, the default first', silences, (silence) => [
      code(silence.id),
      silence.section,
      silence.question,
      choices(silence),
    ]),
  datasets: () =>
    table('dataset | animals | what they are | use it for', describedDatasets, ({ name, count, summary, use }) => [
      code(name),
      String(count),
      summary,
      use,
    ]),
  commands: async () =>
    table('command | does | prints JSON with', (await createProgram(processShell)).commands, (command) => {
      const flags = ['--json', '--log json', '--format json']
      const flag = flags.find((each) => command.options.some(({ long }) => long === each.split(' ')[0]))
      return [code(command.name()), command.description(), flag === undefined ? '' : code(flag)]
    }),
  rules: () =>
    table('rule | level | clause | what it asks', Object.entries<Rule>(rules), ([id, { level, clause, summary }]) => [
      code(id),
      level,
      clause === undefined ? 'recommendation' : code(clause),
      summary,
    ]),
  control: () => {
    const operations = operationsOf(readSpecFile('control.openapi.yaml'), (...operation) => operation)
    return table('request | does', Object.values(operations), ([method, path, operation]) => [
      code(`${method.toUpperCase()} ${path}`),
      textAt(operation, 'summary'),
    ])
  },
  settings: async () => {
    const { commands } = await createProgram(processShell)
    const flags = commands.find((command) => command.name() === 'mock')?.options ?? []
    const rows = settingNames.map((name) => {
      const flag = flags.find((option) => option.attributeName() === partName(name))
      return [code(partName(name)), code(flag?.flags ?? ''), code(name), flag?.description ?? '']
    })
    const ofSilences = ['each silence by its id', '`--choose <choice>`', '`profile`', '[choices](choices.md)']
    return table('part of a link | flag of `mock` | option in code | for', [...rows, ofSilences], (cells) => cells)
  },
  actions: () => table('under | actions | then', Object.entries(actions), ([name, [does, then]]) => [name, does, then]),
  parts: () =>
    table('part | is | needs | is in', Object.entries(parts), ([name, { is, needs = [], folders }]) => [
      code(name),
      is,
      needs.join(', '),
      folders.map(code).join(', '),
    ]),
  help: async () => ['```text', await helpOf('mock'), '```'].join('\n'),
  'error-codes': () => table('code | sent when', Object.entries(errorCodes), ([name, when]) => [code(name), when]),
  'error-details': () => errorDetails.map(code).join(', '),
}

/** What users and their coding agents read, by its path. */
export const pages: Readonly<Record<string, string>> = Object.fromEntries(
  ['README.md', 'CONTRIBUTING.md', 'llms.txt', ...globSync(['docs/**/*.md', 'skills/**/*.md']).toSorted()].map(
    (path) => [path.replaceAll('\\', '/'), readFileSync(path, 'utf8')],
  ),
)

/**
 * Fills the sections of a page that stand between `<!-- made: NAME -->` and `<!-- end -->`.
 * @throws {Error} when it asks for an unknown one
 */
export async function makePage(path: string, text: string): Promise<string> {
  const pattern = /(<!-- made: ([a-z-]+) -->\n)[^]*?(<!-- end -->)/g
  const made: Record<string, string> = {}
  for (const [, , name = ''] of text.matchAll(pattern)) {
    const make = sections[name]
    if (make === undefined) throw new Error(thereIsNo('section', name, Object.keys(sections), `${path} asks for it.`))
    made[name] ??= await make()
  }
  return text.replaceAll(pattern, (_all, start, name: string, end) => `${start}\n${made[name]}\n\n${end}`)
}

/** The pages with their sections made anew. */
export async function makePages(): Promise<Made> {
  const made: Record<string, string> = {}
  for (const [path, text] of Object.entries(pages)) made[path] = await makePage(path, text)
  return made
}

/** The help of a command, without colours. */
async function helpOf(command: string): Promise<string> {
  let help = ''
  await run([command, '--help'], { ...processShell, columns: 100, out: (text) => void (help += text) })
  return help.trim()
}

function choices(silence: Silence): string {
  const { default: usual, form } = silence
  const { [usual]: does, ...rest } = silence.choices
  return [
    `**${code(usual)}**${does === undefined ? '' : `: ${does}`}`,
    ...Object.entries(rest).map(([choice, others]) => `${code(choice)}: ${others}`),
    ...(form === undefined ? [] : [`${code(form.shape)}: ${form.does}`]),
  ].join('<br>')
}

/** A row for each value, below the names of the columns. */
function table<Value>(head: string, values: readonly Value[], cellsOf: (value: Value) => readonly string[]): string {
  const rows = values.map((value) =>
    cellsOf(value)
      .map((cell) => cell.replaceAll('|', '\\|'))
      .join(' | '),
  )
  const marks = head.split(' | ').fill('---').join(' | ')
  return [head, marks, ...rows].map((line) => `| ${line} |`).join('\n')
}

function code(text: string): string {
  return `\`${text}\``
}
