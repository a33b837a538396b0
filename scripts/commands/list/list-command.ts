import { styleText } from 'node:util'
import { Argument, type Command, InvalidArgumentError } from 'commander'
import { didYouMean } from '../../../spec/closest.ts'
import type { Shell } from '../shell.ts'

/** What `animal-store list` can list. */
export const listNames = [
  'clauses',
  'checks',
  'silences',
  'scenarios',
  'faults',
  'datasets',
  'keys',
  'rules',
  'errors',
] as const

/** One of {@link listNames}. */
export type ListName = (typeof listNames)[number]

const examples = `
Tables:
  clauses    the statements of the interface
  checks     what the contract suite looks at, for contract --only
  silences   what it leaves open, and the choices for --choose
  scenarios  situations for --scenario, the Prefer header and the control API
  faults     named ways of breaking the interface, for --fault
  datasets   animals for --dataset
  keys       the keys that are always known
  rules      what a well-behaved client does, for mock --conduct and --conduct-off
  errors     the codes of this project's Errors

Examples:
  animal-store list scenarios
  animal-store list silences --json`

/** Adds the command `list`. */
export function addListCommand(program: Command, shell: Shell): void {
  const argument = new Argument('<table>', 'what to list, see below').argParser(parseListName)
  program
    .command('list')
    .description('Print what the project knows by name.')
    .addArgument(argument)
    .option('--json', 'print JSON in place of a table')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', examples)
    .action(async (name: ListName, { json }: { json?: true }) => {
      const { lists } = await import('./lists.ts')
      const { values, table } = lists[name]()
      if (json === true) {
        shell.out(`${JSON.stringify(values, undefined, 2)}\n`)
        return
      }
      const { formatTable } = await import('../table.ts')
      shell.out(formatTable(table, shell.columns, (text) => styleText('bold', text)))
    })
}

function parseListName(text: string): ListName {
  const found = listNames.find((name) => name === text)
  if (found !== undefined) return found
  throw new InvalidArgumentError(`Allowed: ${listNames.join(', ')}. ${didYouMean(text, listNames)}`.trim())
}
