import { type Pet, type SilenceId, maxBodyBytes } from '../../../../spec/index.ts'

/** What is done in a sandbox to see what a silence is about. */
export type SampleStep = SampleCall | SampleChange

/** A call of the interface, whose reply is shown. */
export interface SampleCall {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT'
  readonly target: string
  /** A test key; the name of the sandbox is put behind it. */
  readonly key: `test_${string}`
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** What writes the body in a shell, where it is too long for a line. */
  readonly bodyCommand?: string
  /** How often it is sent, if more than once; the last reply is shown. */
  readonly times?: number
}

/** A change of the quota of `test_pro` or of the clock, as the control API takes it. */
interface SampleChange {
  readonly changes: 'quotas' | 'clock'
  readonly body: object
  readonly says: string
}

/** The animals that each sample begins with, whatever the mock was started with. */
export const sampleAnimals: readonly Pet[] = [
  { id: 1, name: 'Ada', categoryId: 1, status: 'available' },
  { id: 2, name: 'Bo', categoryId: 2, status: 'sold' },
  { id: 3, name: 'Cleo', categoryId: 1 },
]

/** The instant on the clock at the beginning of each sample: in the middle of a minute and of a day. */
export const sampleInstant = '2026-11-21T12:00:30Z'

/** An example of the choices of a form, by its shape. */
export const exampleChoices: Readonly<Record<string, string>> = {
  'reject-STATUS': 'reject-403',
  'known-STATUS': 'known-422',
  '[no-blank-]NUMBER': 'no-blank-255',
  'PATH-METHOD': '404-501',
  'CODE:THEIRS,…': 'not_found:E404',
  JSON: '{"_links":{"self":"/v1/pets/{id}"}}',
  NUMBER: '2',
  'MINUTE/DAY': '1000000000/1000000000',
  'CALLS/SECONDS': '3/60',
}

/** The steps of the sample of a silence, to compare two choices. Both see the same steps. */
export function sampleSteps(silence: SilenceId, choices: readonly string[]): readonly SampleStep[] {
  const steps = samples[silence]
  return typeof steps === 'function' ? steps(choices) : steps
}

const exhausted: SampleStep = { changes: 'quotas', body: { remaining: 0 }, says: 'The key has no request left.' }

type Samples = Readonly<Record<SilenceId, readonly SampleStep[] | ((choices: readonly string[]) => SampleStep[])>>

/** A sample for each silence: calls whose replies differ from choice to choice. */
const samples: Samples = {
  'media-type': [post('{"name":"Rex","categoryId":1}', { 'content-type': 'text/plain' })],
  'status-default': [post('{"name":"Rex","categoryId":1}')],
  'unknown-fields': [post('{"name":"Rex","categoryId":1,"colour":"brown"}')],
  'further-members': [get('/pets')],
  'category-check': [post('{"name":"Rex","categoryId":999999}')],
  'name-check': [post('{"name":"   ","categoryId":1}')],
  'duplicate-names': [post('{"name":"Ada","categoryId":1}')],
  'error-codes': [get('/pets/999')],
  undocumented: [{ ...get('/pets'), method: 'PUT' }],
  head: [{ ...get('/pets'), method: 'HEAD' }],
  'list-order': [get('/pets')],
  paging: [get('/pets?limit=2')],
  'page-cap': [get('/pets')],
  'invalid-query': [get('/pets?limit=0')],
  'invalid-status': [get('/pets?status=lost')],
  'unknown-query': [get('/pets?limit=1&colour=brown')],
  'large-body': [
    {
      ...post(`{"name":"${'x'.repeat(maxBodyBytes)}","categoryId":1}`),
      bodyCommand: `printf '{"name":"%0${maxBodyBytes}d","categoryId":1}' 0`,
    },
  ],
  'full-store': [post('{"name":"Rex","categoryId":1}', { prefer: 'scenario=full-store' })],
  'malformed-id': [get('/pets/rex')],
  'large-id': [get('/pets/9223372036854775808')],
  'rate-body': [exhausted, get('/pets')],
  'retry-after': [exhausted, get('/pets')],
  // Once the minute is the tightest window, once the day.
  'rate-window': [
    get('/pets?limit=1'),
    { changes: 'quotas', body: { dayUsed: 9990 }, says: 'The key has used 9,990 requests of its day.' },
    get('/pets?limit=1'),
  ],
  'window-start': [get('/pets?limit=1')],
  // A key that is refused: calls without any key would be counted in the default sandbox.
  'rate-anonymous': [{ ...get('/pets'), key: 'test_revoked', times: 2 }],
  enterprise: [{ ...get('/pets?limit=1'), key: 'test_enterprise' }],
  ban: (choices) => [exhausted, { ...get('/pets'), times: fewestRefusals(choices) }],
  'banned-key': [
    { changes: 'quotas', body: { bannedForSeconds: 300 }, says: 'The key is banned for five minutes.' },
    get('/pets'),
  ],
  removal: [{ changes: 'clock', body: { at: '2030-12-05T00:00:00Z' }, says: 'It is 2030-12-05.' }, get('/pets/1')],
  'deprecation-headers': [get('/pets/1')],
}

function get(target: string): SampleCall {
  return { method: 'GET', target: `/v1${target}`, key: 'test_pro' }
}

function post(body: string, headers: SampleCall['headers'] = { 'content-type': 'application/json' }): SampleCall {
  return { method: 'POST', target: '/v1/pets', key: 'test_pro', headers, body }
}

const mostRefusals = 200

/** So many refused calls that the sooner one of two bans sets in with the last. */
function fewestRefusals(choices: readonly string[]): number {
  const calls = choices.filter((choice) => choice !== 'never').map((choice) => Number(choice.split('/')[0]))
  // The first refusal is no retry yet.
  return Math.min(mostRefusals, ...calls) + 1
}
