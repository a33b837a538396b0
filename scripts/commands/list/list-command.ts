import { thereIsNo } from '../../../spec/messages.ts'
import { defineCommand } from '../command.ts'
import { UsageError } from '../shell.ts'

const tables = {
  clauses: 'the statements of the interface',
  checks: 'what the contract suite looks at; contract --only takes probes',
  silences: 'what it leaves open, and the choices for --choose',
  scenarios: 'situations for --scenario, the Prefer header and the control API',
  faults: 'named ways of breaking the interface, for --fault',
  datasets: 'animals for --dataset',
  keys: 'the keys that are always known',
  rules: 'what a well-behaved client does, for mock --conduct and --conduct-off',
  errors: "the codes of this project's Errors",
}

/** What `animal-store list` can list. */
export type ListName = keyof typeof tables
export const listNames = Object.keys(tables) as readonly ListName[]

/** The command `list`. */
export const addListCommand = defineCommand({
  name: 'list',
  about: 'Print what the project knows by name.',
  takes: { '<table>': 'what to list, see below' },
  options: { 'Options:': { '--json': 'print JSON in place of a table' } },
  more: `
Tables:
${Object.entries(tables)
  .map(([name, text]) => `  ${name.padEnd(9)}  ${text}`)
  .join('\n')}

Examples:
  animal-store list scenarios
  animal-store list silences --json`,
  async run({ json }, shell, [text = '']) {
    const name = listNames.find((known) => known === text)
    if (name === undefined) throw new UsageError(`${thereIsNo('table', text, listNames)} See: animal-store list --help`)
    const { lists, tableText } = await import('./lists.ts')
    const list = lists[name]()
    shell.out(json === true ? `${JSON.stringify(list.values, undefined, 2)}\n` : tableText(list, shell.columns))
  },
})
