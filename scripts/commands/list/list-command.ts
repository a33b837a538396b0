import { thereIsNo } from '../../../spec/messages.ts'
import { defineCommand } from '../command.ts'
import { UsageError } from '../shell.ts'
import { tableText } from '../table.ts'
import { checks } from '../../../contract-tests/index.ts'
import { probes } from '../../../contract-tests/all.ts'
import { describedDatasets } from '../../../fixtures/index.ts'
import { type Scenario, errorCodes, scenarios } from '../../../mocks/entry.ts'
import { registered } from '../../../mocks/all.ts'
import { type Rule, rules } from '../../../mocks/conduct/index.ts'
import { describedKeys } from '../../../mocks/keys/described-keys.ts'
import { type Silence, choicesOf, clauses, plans, silences } from '../../../spec/index.ts'

/** What is listed, as plain data, and which members of it a table shows. */
interface Listing {
  readonly about: string
  readonly values: readonly object[]
  readonly columns: readonly string[]
  /** The rows of the table, if they differ from the values. */
  readonly rows?: readonly object[]
}

const faults = (await registered.faults?.load()) ?? []

/** Every list, by its name. */
const lists: Readonly<Record<string, Listing>> = {
  clauses: { about: 'the statements of the interface', values: clauses, columns: ['id', 'text', 'seen'] },
  checks: {
    about: 'what the contract suite looks at; contract --only takes probes',
    values: [
      ...probes.map(({ id, title, clauses: its, needs = [] }) => ({ id, kind: 'probe', needs, title, clauses: its })),
      ...checks.map(({ id, title, clauses: its }) => ({ id, kind: 'check', needs: [], title, clauses: its })),
    ],
    columns: ['id', 'kind', 'needs', 'title'],
  },
  silences: {
    about: 'what it leaves open, and the choices for --choose',
    values: silences.map(plainSilence),
    rows: silences.map((silence) => ({ ...silence, choices: choicesOf(silence.id) })),
    columns: ['id', 'section', 'question', 'default', 'choices'],
  },
  scenarios: {
    about: 'situations for --scenario, the Prefer header and the control API',
    values: scenarios.map((scenario) =>
      pick(scenario, 'id', 'section', 'summary', 'code', 'operations', 'delayMilliseconds'),
    ),
    rows: scenarios.map((scenario: Scenario) => ({ operations: 'all', ...scenario })),
    columns: ['id', 'section', 'code', 'operations', 'summary'],
  },
  faults: {
    about: 'named ways of breaking the interface, for --fault',
    values: faults.map((fault) => pick(fault, 'id', 'clause', 'summary')),
    columns: ['id', 'clause', 'summary'],
  },
  datasets: {
    about: 'animals for --dataset',
    values: describedDatasets.map((dataset) => pick(dataset, 'name', 'summary', 'use', 'count')),
    columns: ['name', 'count', 'summary', 'use'],
  },
  keys: {
    about: 'the keys that are always known',
    values: describedKeys,
    rows: describedKeys.map((key) => ({ ...key, 'requests a minute': minuteText(key) })),
    columns: ['key', 'requests a minute', 'summary'],
  },
  rules: {
    about: 'what a well-behaved client does, for mock --conduct and --conduct-off',
    values: Object.entries<Rule>(rules).map(([id, { clause = null, level, summary, advice }]) => {
      return { id, clause, level, summary, advice }
    }),
    columns: ['id', 'level', 'clause', 'summary'],
  },
  errors: {
    about: "the codes of this project's Errors",
    values: Object.entries(errorCodes).map(([code, when]) => ({ code, when })),
    columns: ['code', 'when'],
  },
}
export const listNames = Object.keys(lists)

/** The command `list`. */
export const command = defineCommand({
  name: 'list',
  about: 'List scenarios, faults, silences and other names.',
  takes: { '<what>': `one of ${listNames.join(', ')}` },
  options: { 'Options:': { '--json': 'print JSON in place of a table' } },
  more: `
Tables:
${Object.entries(lists)
  .map(([name, { about }]) => `  ${name.padEnd(9)}  ${about}`)
  .join('\n')}

Examples:
  animal-store list scenarios
  animal-store list silences --json`,
  async run({ json }, shell, [name = '']) {
    const list = Object.hasOwn(lists, name) ? lists[name] : undefined
    if (list === undefined) throw new UsageError(`${thereIsNo('list', name, listNames)} See: animal-store list --help`)
    shell.out(
      json === true
        ? `${JSON.stringify(list.values, undefined, 2)}\n`
        : tableText(list.rows ?? list.values, list.columns, shell.columns),
    )
  },
})

/** How many requests a minute a test key has, in words. */
export function minuteText({ summary, plan }: (typeof describedKeys)[number]): string {
  return summary.endsWith('401') ? 'none' : (plans[plan].requestsPerMinute ?? 5000).toLocaleString('en')
}

function pick<T extends object, K extends keyof T>(value: T, ...names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, value[name]])) as Pick<T, K>
}

function plainSilence(silence: Silence) {
  const { form, ...rest } = silence
  return form === undefined
    ? rest
    : { ...rest, form: { shape: form.shape, does: form.does, accepts: form.accepts.source } }
}
