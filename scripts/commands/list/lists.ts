import { checks, probes } from '../../../contract-tests/index.ts'
import { datasets } from '../../../fixtures/index.ts'
import { type Fault, type Scenario, errorCodes, faults, scenarios, testKeys } from '../../../mocks/index.ts'
import { type Clause, type ClauseId, type Silence, choicesOf, clauses, silences } from '../../../spec/index.ts'
import type { ListName } from './list-command.ts'
import type { Table } from '../table.ts'

/** What is listed, as plain data and as a table. */
export interface Listing {
  readonly values: readonly object[]
  readonly table: Table
}

/** Every list, made when it is asked for. */
export const lists: Readonly<Record<ListName, () => Listing>> = {
  clauses: () =>
    listing(clauses satisfies readonly Clause[], {
      clause: ({ id }) => id,
      text: ({ text }) => text,
      seen: ({ seen }) => seen,
    }),
  checks: () =>
    listing([...probes.map(plainProbe), ...checks.map(plainCheck)], {
      'probe or check': ({ id }) => id,
      kind: ({ kind }) => kind,
      requests: ({ requests }) => (requests === undefined ? '' : String(requests)),
      needs: ({ needs }) => needs.join(', '),
      title: ({ title }) => title,
    }),
  silences: () =>
    listing(silences.map(plainSilence), {
      silence: ({ id }) => id,
      section: ({ section }) => section,
      question: ({ question }) => question,
      default: (silence) => silence.default,
      choices: (silence) => choicesOf(silence as Silence).join(', '),
    }),
  scenarios: () =>
    listing(scenarios.map(plainScenario), {
      scenario: ({ id }) => id,
      section: ({ section }) => section,
      code: ({ code }) => String(code ?? ''),
      operations: ({ operations }) => operations?.join(', ') ?? 'all',
      summary: ({ summary }) => summary,
    }),
  faults: () =>
    listing(faults.map(plainFault), {
      fault: ({ id }) => id,
      'broken clause': ({ clause }) => clause,
      summary: ({ summary }) => summary,
    }),
  datasets: () =>
    listing(
      datasets.map(({ name, summary, use, count }) => ({ name, summary, use, count })),
      {
        dataset: ({ name }) => name,
        animals: ({ count }) => String(count),
        summary: ({ summary }) => summary,
        use: ({ use }) => use ?? '',
      },
    ),
  keys: () =>
    listing(
      Object.entries(testKeys).map(([key, record]) => ({ key, ...record })),
      { key: ({ key }) => key, plan: ({ plan }) => plan, summary: ({ summary }) => summary },
    ),
  errors: () =>
    listing(
      Object.entries(errorCodes).map(([code, when]) => ({ code, when })),
      { code: ({ code }) => code, when: ({ when }) => when },
    ),
}

function listing<T extends object>(
  values: readonly T[],
  columns: Readonly<Record<string, (value: T) => string>>,
): Listing {
  const cells = Object.values(columns)
  return {
    values,
    table: { columns: Object.keys(columns), rows: values.map((value) => cells.map((cell) => cell(value))) },
  }
}

interface PlainCheck {
  readonly id: string
  readonly kind: 'probe' | 'check'
  readonly title: string
  readonly clauses: readonly ClauseId[]
  readonly needs: readonly string[]
  /** What a probe sends when nothing is found; a check sends nothing. */
  readonly requests: number | undefined
}

function plainProbe({ id, title, clauses: about, needs, cost }: (typeof probes)[number]): PlainCheck {
  return { id, kind: 'probe', title, clauses: about, needs, requests: cost }
}

function plainCheck({ id, title, clauses: about }: (typeof checks)[number]): PlainCheck {
  return { id, kind: 'check', title, clauses: about, needs: [], requests: undefined }
}

function plainSilence(silence: Silence) {
  const { form, ...rest } = silence
  return form === undefined
    ? rest
    : { ...rest, form: { shape: form.shape, does: form.does, accepts: form.accepts.source } }
}

function plainScenario({ id, section, summary, code, operations, delayMilliseconds }: Scenario) {
  return { id, section, summary, code, operations, delayMilliseconds }
}

function plainFault({ id, clause, summary }: Fault) {
  return { id, clause, summary }
}
