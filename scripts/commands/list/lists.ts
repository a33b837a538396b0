import { styleText } from 'node:util'
import { checks, probes } from '../../../contract-tests/index.ts'
import { datasets } from '../../../fixtures/index.ts'
import { type Rule, rules } from '../../../mocks/conduct/index.ts'
import { type Scenario, errorCodes, faults, scenarios, testKeys } from '../../../mocks/index.ts'
import { type Clause, type Silence, choicesOf, clauses, silences } from '../../../spec/index.ts'
import type { ListName } from './list-command.ts'

/** A table of text: a row has one text for each column. */
interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** What is listed, as plain data and as a table. */
interface Listing {
  readonly values: readonly object[]
  readonly table: Table
}

/** Every list, made when it is asked for. */
export const lists: Readonly<Record<ListName, () => Listing>> = {
  clauses: () => listing<Clause>(clauses, { clause: 'id', text: 'text', seen: 'seen' }),
  checks: () =>
    listing(
      [
        ...probes.map((probe) => ({
          ...pick(probe, 'id', 'title', 'clauses'),
          needs: probe.needs ?? [],
          kind: 'probe',
          // What is sent when nothing is found; a check sends nothing.
          requests: probe.cost,
        })),
        ...checks.map((check) => ({
          ...pick(check, 'id', 'title', 'clauses'),
          needs: [],
          kind: 'check',
          requests: undefined,
        })),
      ],
      { 'probe or check': 'id', kind: 'kind', requests: 'requests', needs: 'needs', title: 'title' },
    ),
  silences: () =>
    listing(silences.map(plainSilence), {
      silence: 'id',
      section: 'section',
      question: 'question',
      default: 'default',
      choices: (silence) => choicesOf((silence as Silence).id).join(', '),
    }),
  scenarios: () =>
    listing(
      scenarios.map((scenario: Scenario) =>
        pick(scenario, 'id', 'section', 'summary', 'code', 'operations', 'delayMilliseconds'),
      ),
      {
        scenario: 'id',
        section: 'section',
        code: 'code',
        operations: ({ operations }) => operations?.join(', ') ?? 'all',
        summary: 'summary',
      },
    ),
  faults: () =>
    listing(
      faults.map((fault) => pick(fault, 'id', 'clause', 'summary')),
      { fault: 'id', 'broken clause': 'clause', summary: 'summary' },
    ),
  datasets: () =>
    listing(
      datasets.map((dataset) => pick(dataset, 'name', 'summary', 'use', 'count')),
      { dataset: 'name', animals: 'count', summary: 'summary', use: 'use' },
    ),
  keys: () =>
    listing(
      Object.entries(testKeys).map(([key, record]) => ({ key, ...record })),
      { key: 'key', plan: 'plan', summary: 'summary' },
    ),
  rules: () =>
    listing(
      Object.entries<Rule>(rules).map(([id, rule]) => ({
        id,
        clause: rule.clause ?? null,
        ...pick(rule, 'level', 'summary', 'advice'),
      })),
      { rule: 'id', level: 'level', clause: ({ clause }) => clause ?? 'good manners', summary: 'summary' },
    ),
  errors: () =>
    listing(
      Object.entries(errorCodes).map(([code, when]) => ({ code, when })),
      { code: 'code', when: 'when' },
    ),
}

/** @param columns what stands in each column: the member of this name, or what a function makes of the value */
function listing<T extends object>(
  values: readonly T[],
  columns: Readonly<Record<string, keyof T | ((value: T) => string)>>,
): Listing {
  const cells = Object.values(columns)
  const rows = values.map((value) =>
    cells.map((cell) => (typeof cell === 'function' ? cell(value) : cellText(value[cell]))),
  )
  return { values, table: { columns: Object.keys(columns), rows } }
}

function cellText(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : `${(value as string | number | undefined) ?? ''}`
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

const gap = '  '

/**
 * A table as text. Where it does not fit, each row becomes a paragraph.
 * @param width how many characters a line may have; `undefined` for as many as it takes
 */
export function tableText({ columns, rows }: Table, width = Number.POSITIVE_INFINITY): string {
  const bold = (text: string) => styleText('bold', text)
  const widths = columns.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const lineOf = (row: readonly string[]) =>
    row
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join(gap)
      .trimEnd()
  const isNarrow = widths.reduce((sum, one) => sum + one + gap.length, -gap.length) > width
  if (!isNarrow) return [bold(lineOf(columns)), ...rows.map(lineOf), ''].join('\n')
  return rows
    .map(([first = '', ...others]) => {
      const fits = new RegExp(`(.{1,${width - gap.length}})(?: +|$)`, 'g')
      const lines = others.map((text, at) =>
        text === '' ? '' : `${columns[at + 1]}: ${text}`.replaceAll(fits, `${gap}$1\n`),
      )
      return `${bold(first)}\n${lines.join('')}`
    })
    .join('\n')
}
