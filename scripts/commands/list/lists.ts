import { styleText } from 'node:util'
import { checks, probes } from '../../../contract-tests/index.ts'
import { datasets } from '../../../fixtures/index.ts'
import { type Rule, rules } from '../../../mocks/conduct/index.ts'
import { type Scenario, errorCodes, faults, scenarios, testKeys } from '../../../mocks/index.ts'
import { type Silence, choicesOf, clauses, silences } from '../../../spec/index.ts'
import type { ListName } from './list-command.ts'

/** What is listed, as plain data, and which members of it a table shows. */
interface Listing {
  readonly values: readonly object[]
  readonly columns: readonly string[]
  /** What the table shows in place of the values. */
  readonly rows?: readonly object[]
}

/** Every list, made when it is asked for. */
export const lists: Readonly<Record<ListName, () => Listing>> = {
  clauses: () => ({ values: clauses, columns: ['id', 'text', 'seen'] }),
  checks: () => ({
    values: [
      ...probes.map(({ id, title, clauses: its, needs = [], cost }) => {
        // What is sent when nothing is found; a check sends nothing.
        return { id, kind: 'probe', requests: cost, needs, title, clauses: its }
      }),
      ...checks.map(({ id, title, clauses: its }) => ({ id, kind: 'check', needs: [], title, clauses: its })),
    ],
    columns: ['id', 'kind', 'requests', 'needs', 'title'],
  }),
  silences: () => ({
    values: silences.map(plainSilence),
    rows: silences.map((silence) => ({ ...silence, choices: choicesOf(silence.id) })),
    columns: ['id', 'section', 'question', 'default', 'choices'],
  }),
  scenarios: () => ({
    values: scenarios.map((scenario: Scenario) =>
      pick(scenario, 'id', 'section', 'summary', 'code', 'operations', 'delayMilliseconds'),
    ),
    rows: scenarios.map((scenario: Scenario) => ({ operations: 'all', ...scenario })),
    columns: ['id', 'section', 'code', 'operations', 'summary'],
  }),
  faults: () => ({
    values: faults.map((fault) => pick(fault, 'id', 'clause', 'summary')),
    columns: ['id', 'clause', 'summary'],
  }),
  datasets: () => ({
    values: datasets.map((dataset) => pick(dataset, 'name', 'summary', 'use', 'count')),
    columns: ['name', 'count', 'summary', 'use'],
  }),
  keys: () => ({
    values: Object.entries(testKeys).map(([key, record]) => ({ key, ...record })),
    columns: ['key', 'plan', 'summary'],
  }),
  rules: () => ({
    values: Object.entries<Rule>(rules).map(([id, { clause = null, level, summary, advice }]) => {
      return { id, clause, level, summary, advice }
    }),
    columns: ['id', 'level', 'clause', 'summary'],
  }),
  errors: () => ({
    values: Object.entries(errorCodes).map(([code, when]) => ({ code, when })),
    columns: ['code', 'when'],
  }),
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
 * A list as a table. Where it does not fit, each row becomes a paragraph.
 * @param width how many characters a line may have; `undefined` for as many as it takes
 */
export function tableText({ values, columns, rows = values }: Listing, width = Number.POSITIVE_INFINITY): string {
  const cells = rows.map((row) => columns.map((name) => cellText((row as Readonly<Record<string, unknown>>)[name])))
  const widths = columns.map((name, at) => Math.max(name.length, ...cells.map((row) => row[at]?.length ?? 0)))
  const lineOf = (row: readonly string[]) =>
    row
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join(gap)
      .trimEnd()
  const isNarrow = widths.reduce((sum, one) => sum + one + gap.length, -gap.length) > width
  if (!isNarrow) return [styleText('bold', lineOf(columns)), ...cells.map(lineOf), ''].join('\n')
  const fits = new RegExp(`(.{1,${width - gap.length}})(?: +|$)`, 'g')
  return cells
    .map(([first = '', ...others]) => {
      const lines = others.map((text, at) =>
        text === '' ? '' : `${columns[at + 1]}: ${text}`.replaceAll(fits, `${gap}$1\n`),
      )
      return `${styleText('bold', first)}\n${lines.join('')}`
    })
    .join('\n')
}

function cellText(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : `${(value as string | number | null | undefined) ?? ''}`
}
