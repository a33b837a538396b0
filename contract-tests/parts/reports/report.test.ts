import { expect, test } from 'vitest'
import { readJson } from '../../../spec/index.ts'
import { type RunResult, ofLevel, readingOf, told, terminalReport } from '../../index.ts'
import { servers } from '../../servers/index.ts'
import { runOn } from '../../servers/run-on.ts'
import { comparedWith } from '../../baseline/index.ts'
import { reports } from '../../all.ts'
import { githubAnnotations } from './index.ts'

const looks = { hasColour: false, command: 'animal-store contract' }

/** All that people read of a run. */
function everyReport(result: RunResult): Readonly<Record<string, string>> {
  const written = Object.entries(reports).map(([kind, write]) => [kind, write(result)] as const)
  return { ...Object.fromEntries(written), terminal: terminalReport(result, looks), github: githubAnnotations(result) }
}

test.each(['text-for-reports', 'text-for-reports-broken', 'headers-for-reports', 'commands-for-reports'])(
  'what %s sends does nothing in any report',
  async (id) => {
    const { result } = await runOn(id)
    const { json = '', html = '', junit = '', markdown = '', terminal = '', github = '' } = everyReport(result)
    expect(readJson(json).ok).toBe(true)
    for (const text of [json, html, junit, markdown, terminal, github]) expect(text).not.toMatch(/[^\P{C}\n]/u)
    for (const markup of [html, junit]) {
      // The page of a report has one script, which is ours.
      expect(markup.replace(/<script>[^<]*<\/script>/, '')).not.toMatch(/<script|<img/i)
      expect(markup).not.toContain(']]>')
    }
    // Each line is a command of ours, and nothing that was sent begins another one.
    expect(github.split('\n').filter((line) => line !== '')).toHaveLength(result.findings.length)
    expect(github.replaceAll(/^::error title=[^:]*::/gm, '')).not.toMatch(/^::/m)
    // Runners take these for commands, whatever stands before them in a line; JSON and files are not read by them.
    for (const text of [terminal, github]) expect(text).not.toMatch(/##[a-z]*\[/i)
    expect(terminal).not.toMatch(/^::/m)
    expect(markdown).not.toMatch(/^::/m)
  },
)

const echoing = servers.filter(({ kind, id }) => kind === 'hostile' && /key|echo/.test(id)).map(({ id }) => id)

test.each(echoing)('the key that %s sends back is in no report', async (id) => {
  const { result, apiKey } = await runOn(id)
  const bytes = Buffer.from(apiKey)
  const pieces = Array.from({ length: apiKey.length - 9 }, (_, at) => apiKey.slice(at, at + 10))
  const forms = [
    ...pieces,
    ...pieces.map((piece) => piece.replaceAll(/./g, (letter) => `&#${letter.charCodeAt(0)};`)),
    ...pieces.map((piece) => Buffer.from(piece).toString('hex').replaceAll(/../g, '%25$&')),
    apiKey,
    apiKey.slice(0, -1),
    encodeURIComponent(apiKey),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('hex'),
  ]
  for (const [kind, text] of Object.entries(everyReport(result))) {
    for (const form of forms) expect(text.toLowerCase(), kind).not.toContain(form.toLowerCase())
  }
})

test('a report has a bounded size, whatever is sent', async () => {
  const { result } = await runOn('nested-deeply')
  expect(result.findings.length).toBeGreaterThan(0)
  for (const [kind, text] of Object.entries(everyReport(result)))
    expect(text.length, kind).toBeLessThan(100_000 * (1 + result.findings.length))
})

test('the animals that a run added are named at its end and in every report', async () => {
  const { result } = await runOn('restart-of-four-seconds')
  expect(result.animals.length).toBeGreaterThan(1)
  const { github: _, ...others } = everyReport(result)
  for (const { id, name } of result.animals) {
    for (const [kind, text] of Object.entries(others)) expect(text, kind).toContain(String(id))
    expect(others['junit']).toContain(`${id}: ${name.slice(0, 10)}`)
  }
  const ids = result.animals.map(({ id }) => String(id)).join(', ')
  const added = `${result.animals.length} animals added: ${ids}\\.$`
  expect(others['terminal']?.trimEnd().split('\n').at(-2)).toMatch(new RegExp(added))
})

test('an animal that was lost is shown with the request that added it', async () => {
  const { result } = await runOn('create-forgotten')
  const { github: _, ...others } = everyReport(result)
  for (const [kind, text] of Object.entries(others)) expect(text, kind).toMatch(/POST \/pets .*contract-test.* → 201/)
  const { expected } = result.findings.find(({ sequence }) => sequence.length === 2)!
  expect(others['html']).toContain(`which exchange ${expected.as} added`)
  expect(others['html']).toContain(`<h4>After</h4><pre>${expected.as}: POST /pets`)
})

test('an answer that was wrong only once is shown as unstable in every report, and breaks nothing', async () => {
  const { result } = await runOn('restart-of-four-seconds')
  expect(result).toMatchObject({ exitCode: 0, findings: [{ level: 'unstable', received: { is: 503 } }] })
  expect(terminalReport(result, looks)).toMatch(/✓ \d+ of \d+ clauses held, \d+ not applicable, 1 unstable answer\n/)
  const { github: _, json: __, ...others } = everyReport(result)
  for (const [kind, text] of Object.entries(others))
    expect(text, kind).toMatch(/was 503, and \d{3} when it was asked again/)
})

test('a broken clause is shown with what was expected, what came, and how to see it again', async () => {
  const { result } = await runOn('text-for-reports-broken')
  const [finding] = result.findings
  const report = terminalReport(result, looks)
  expect(finding?.clause).toBe('2/pet-status-value')
  expect(report).toContain('✗ broken  2/pet-status-value  listPets  (section 2)')
  expect(report).toContain(`again     animal-store contract --only ${finding?.only}`)
  expect(report).toContain('curl -i -H "Authorization: Bearer ${API_KEY}"')
  const { github: _, json: __, ...others } = everyReport(result)
  for (const [kind, source] of Object.entries(others)) {
    // The words of a command stand each in a span.
    const text = source.replaceAll(/<\/?span>/g, '')
    expect(text, kind).toContain(told(finding!).expected)
    expect(text, kind).toContain(finding?.exchange.url)
    expect(text, kind).toContain(`--only ${finding?.only}`)
    expect(text, kind).toContain('curl -i')
  }
  expect(reports.markdown(result)).toMatch(/Clauses: \d+ held, [1-9]\d* broken, 0 doubtful, \d+ warning, /)
  for (const text of [report, reports.html(result), reports.markdown(result), reports.junit(result)])
    expect(text).toMatch(/[1-9]\d* findings?: [1-9]\d* clauses? broken.*, [1-9]\d* not applicable/)
  expect(result.exitCode).toBe(1)
})

test('a warning is shown with both readings in every report, and fails none', async () => {
  const { result } = await runOn('name-trimmed')
  const [warning] = ofLevel(result, 'warning')
  expect(warning?.clause).toBe('4.2/name-as-sent')
  for (const [kind, text] of Object.entries(everyReport(result))) {
    expect(text, kind).toContain('4.2')
    expect(text, kind).toContain('contract-test')
    expect(text, kind).toContain(kind === 'json' ? warning?.reading : readingOf(warning!))
  }
  expect(terminalReport(result, looks)).toContain('! warning  4.2/name-as-sent  createPet')
  expect(githubAnnotations(result)).toMatch(/^::warning /)
  expect(reports.junit(result)).not.toContain('<failure')
  expect(result.exitCode).toBe(0)
})

test('a doubt is shown in every report with what would settle it, and is never green', async () => {
  const { result: run } = await runOn('limit-ignored')
  const doubt = { lastedMilliseconds: 400, settledBy: ['temporary'], times: 2 } as const
  const findings = run.findings.map((finding) => ({ ...finding, level: 'open' as const, doubt, times: 2 }))
  const clauses = run.clauses.map((clause) =>
    clause.state === 'broken' ? { ...clause, state: 'doubtful' as const } : clause,
  )
  const result: RunResult = { ...run, findings, clauses, isConclusive: false, exitCode: 3 }
  for (const [kind, text] of Object.entries(everyReport(result))) {
    expect(text, kind).toContain('4.1/limit-most')
    expect(text, kind).toContain(
      kind === 'json' ? 'temporary' : 'the same in 2 answers in a row, a second or more apart',
    )
    expect(text, kind).not.toMatch(/\bAll\b.*held/)
    if (kind !== 'json' && kind !== 'github') expect(text, kind).toContain('2 times in 0.4 seconds')
  }
  expect(reports.junit(result)).toMatch(/<error message="in doubt: expected /)
  expect(reports.junit(result)).toMatch(/<testsuites .* failures="0" .* errors="2"/)
})

test('every report says what is new, what is as before and what is mended', async () => {
  const [{ result: limited }, { result: cased }] = [await runOn('limit-ignored'), await runOn('list-status-unknown')]
  const fresh = comparedWith(cased, limited, { onlyNew: true })
  const old = comparedWith(cased, cased, { onlyNew: true })
  for (const kind of ['html', 'markdown', 'json', 'junit'] as const) {
    expect(reports[kind](fresh), kind).toContain('4.1/limit-most')
    expect(reports[kind](fresh), kind).toMatch(/\bnew\b|isNew/)
    expect(reports[kind](old), kind).toMatch(/as before|isNew": false|Broken, as on/)
  }
  expect(terminalReport(fresh, looks)).toContain('✗ broken, new')
  expect(terminalReport(fresh, looks)).toMatch(/Mended since \S+:\n {2}4\.1\/limit-most {2}listPets/)
  for (const text of [terminalReport(old, looks), reports.html(old), reports.markdown(old)])
    expect(text).toMatch(/Since \S+: 0 new, [1-9]\d* as before, 0 mended\./)
  expect(reports.junit(fresh)).toContain('<failure')
  expect(reports.junit(old)).not.toContain('<failure')
  expect(reports.junit(old)).toMatch(/<testsuites [^>]*failures="0"/)
  expect(githubAnnotations(old)).not.toContain('::error')
})

test('every report shows a finding under its cause', async () => {
  const { result } = await runOn('json-refused')
  const terminal = terminalReport(result, looks)
  expect(terminal).toMatch(/likely the same cause:\n +✗ 4\.2\/body-required {2}createPet {2}received status 415\n/)
  expect(reports.html(result)).toMatch(/<details class="effects"><summary>8 more findings, likely of the same cause/)
  expect(reports.junit(result).match(/cause {5}likely 4\.2\/answers-pet of createPet/g)).toHaveLength(8)
  expect(reports.markdown(result).match(/cause: `likely 4\.2\/answers-pet of createPet/g)).toHaveLength(8)
})

test('a report in XML has a test for each clause, and says which fail', async () => {
  const { result } = await runOn('text-for-reports-broken')
  const junit = reports.junit(result)
  expect(junit.match(/<testcase /g)).toHaveLength(result.clauses.length + 1)
  expect(junit).toMatch(/<testsuites [^>]*tests="\d+" failures="[1-9]\d*" skipped="\d+" errors="0" /)
  expect(junit.match(/<failure /g)).toHaveLength(result.clauses.filter(({ state }) => state === 'broken').length)
})

test('a report in XML of an inconclusive run has an error, and says why', async () => {
  const { result } = await runOn('plain', { apiKey: 'another' })
  const junit = reports.junit(result)
  expect(junit).toMatch(/<testsuites [^>]* errors="1" /)
  expect(junit).toContain('<error message="The deployment refuses the API key')
})
