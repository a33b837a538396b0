import { type Pet, type SilenceId, maxBodyBytes } from '../../../../spec/index.ts'

/** What is done in a sandbox to see what a silence is about. */
export type SampleStep =
  /** A call of the interface, whose reply is shown; of several the last one. */
  | {
      readonly does: 'call'
      readonly method: 'GET' | 'POST' | 'PUT'
      readonly target: string
      /** A test key; the name of the sandbox is put behind it. */
      readonly key: `test_${string}`
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
      /** What writes the body in a shell, where it is too long for a line. */
      readonly bodyCommand?: string
      readonly times?: number
    }
  /** A change of the quota of `test_pro`, as the control API takes it. */
  | { readonly does: 'quota'; readonly change: Readonly<Record<string, number>> }
  /** Another instant on the clock, which stands still. */
  | { readonly does: 'clock'; readonly at: string }

/** How a silence is seen. */
export interface SilenceSample {
  /** A choice of the silence's form, for an example. */
  readonly example?: string
  /** The steps under two choices to be compared. Both see the same ones. */
  readonly steps: (choices: readonly string[]) => readonly SampleStep[]
}

/** The animals that each sample begins with, whatever the mock was started with. */
export const sampleAnimals: readonly Pet[] = [
  { id: 1, name: 'Ada', categoryId: 1, status: 'available' },
  { id: 2, name: 'Bo', categoryId: 2, status: 'sold' },
  { id: 3, name: 'Cleo', categoryId: 1 },
]

/** The instant on the clock at the beginning of each sample: in the middle of a minute and of a day. */
export const sampleInstant = '2026-11-21T12:00:30Z'

/** A sample for each silence: calls whose replies differ from choice to choice. */
export const silenceSamples: Readonly<Record<SilenceId, SilenceSample>> = {
  'media-type': {
    steps: () => [post('{"name":"Rex","categoryId":1}', { 'content-type': 'text/plain' })],
  },
  'status-default': { steps: () => [post('{"name":"Rex","categoryId":1}')] },
  'unknown-fields': { steps: () => [post('{"name":"Rex","categoryId":1,"colour":"brown"}')] },
  'category-check': { steps: () => [post('{"name":"Rex","categoryId":999999}')] },
  'name-check': { steps: () => [post('{"name":"   ","categoryId":1}')] },
  'error-codes': { example: 'not_found:E404', steps: () => [get('/pets/999')] },
  undocumented: { steps: () => [{ ...get('/pets'), method: 'PUT' }] },
  'list-order': { steps: () => [get('/pets')] },
  paging: { steps: () => [get('/pets?limit=2')] },
  'page-cap': { example: '2', steps: () => [get('/pets')] },
  'invalid-query': { steps: () => [get('/pets?limit=0')] },
  'unknown-query': { steps: () => [get('/pets?limit=1&colour=brown')] },
  'large-body': {
    steps: () => [
      {
        ...post(`{"name":"${'x'.repeat(maxBodyBytes)}","categoryId":1}`),
        bodyCommand: `printf '{"name":"%0${maxBodyBytes}d","categoryId":1}' 0`,
      },
    ],
  },
  'malformed-id': { steps: () => [get('/pets/rex')] },
  'rate-body': { steps: () => [exhausted, get('/pets')] },
  'retry-after': { steps: () => [exhausted, get('/pets')] },
  'rate-window': {
    // Once the minute is the tightest window, once the day.
    steps: () => [get('/pets?limit=1'), { does: 'quota', change: { dayUsed: 9990 } }, get('/pets?limit=1')],
  },
  'window-start': { steps: () => [get('/pets?limit=1')] },
  // A key that is refused: calls without any key would be counted in the default sandbox.
  'rate-anonymous': { steps: () => [{ ...get('/pets'), key: 'test_revoked', times: 2 }] },
  enterprise: {
    example: '1000000000/1000000000',
    steps: () => [{ ...get('/pets?limit=1'), key: 'test_enterprise' }],
  },
  ban: {
    example: '3/60',
    steps: (choices) => [exhausted, { ...get('/pets'), times: fewestRefusals(choices) }],
  },
  'banned-key': { steps: () => [{ does: 'quota', change: { bannedForSeconds: 300 } }, get('/pets')] },
  removal: { steps: () => [{ does: 'clock', at: '2030-12-05T00:00:00Z' }, get('/pets/1')] },
  'deprecation-headers': { steps: () => [get('/pets/1')] },
}

const exhausted: SampleStep = { does: 'quota', change: { remaining: 0 } }

function get(target: string) {
  return { does: 'call', method: 'GET', target: `/v1${target}`, key: 'test_pro' } as const
}

function post(body: string, headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' }) {
  return { does: 'call', method: 'POST', target: '/v1/pets', key: 'test_pro', headers, body } as const
}

const mostRefusals = 200

/** So many refused calls that the sooner one of two bans sets in with the last. */
function fewestRefusals(choices: readonly string[]): number {
  const calls = choices.filter((choice) => choice !== 'never').map((choice) => Number(choice.split('/')[0]))
  // The first refusal is no retry yet.
  return Math.min(mostRefusals, ...calls) + 1
}
