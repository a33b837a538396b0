import { stripTypeScriptTypes } from 'node:module'
import { expect, test, vi } from 'vitest'
import { isObject, operationIds, operations } from '../../spec/index.ts'
import { authorization, wrongCredentials } from '../exchange/credentials.ts'
import { runOn, serverNamed } from '../servers/run-on.ts'
import { exporters } from './index.ts'
import { authorizationCode } from './vitest-file.ts'

interface Exported {
  readonly name: string
  /** `undefined` for one that only names what is to be done. */
  readonly run: (() => Promise<void>) | undefined
}

/** The tests of an exported file. */
function testsIn(file: string): readonly Exported[] {
  const tests: Exported[] = []
  const define = (name: string, run: () => Promise<void>) => void tests.push({ name, run })
  const todo = (name: string) => void tests.push({ name, run: undefined })
  const code = stripTypeScriptTypes(file).replace(/^import .* from 'vitest'$/m, '')
  // What a runner would do with the file.
  // oxlint-disable-next-line typescript/no-implied-eval
  new Function('expect', 'test', code)(expect, Object.assign(define, { todo }))
  return tests
}

/** How many tests of a file fail on a server. */
async function failuresOn(id: string, file: string): Promise<number> {
  const server = await serverNamed(id).start()
  vi.stubEnv('SERVICE_URL', server.url)
  vi.stubEnv('API_KEY', server.apiKey)
  let failures = 0
  for (const { run } of testsIn(file)) await run?.().catch(() => failures++)
  await server.close()
  return failures
}

test.each([
  'limit-ignored',
  'name-kept-otherwise',
  'status-ignored',
  'list-in-envelope',
  'list-id-text',
  'create-in-array',
  'created-200',
  'name-cut-short',
  'invalid-422',
  'get-unknown-400',
  'get-compares-doubles',
  'missing-key-403',
  'key-of-same-length',
  'error-code-missing',
  'errors-in-envelope',
  'no-media-type',
  'json-trailing-comma',
  'rate-headers-renamed',
  'reset-in-milliseconds',
  'remaining-above-limit',
])('the tests for what %s breaks fail there, and pass on a server that conforms', async (id) => {
  const { result } = await runOn(id)
  const file = exporters['.test.ts'](result)
  const tests = testsIn(file)
  expect(tests).toHaveLength(result.findings.length)
  const runnable = tests.filter(({ run }) => run !== undefined).length
  expect(runnable).toBeGreaterThan(0)
  expect(await failuresOn(id, file)).toBe(runnable)
  // This server has an animal at an id that others do not have.
  if (id !== 'get-compares-doubles') expect(await failuresOn('plain', file)).toBe(0)
})

test('a test uses the id that an animal gets in it', async () => {
  const file = exporters['.test.ts']((await runOn('name-kept-otherwise')).result)
  expect(file).toMatch(/const added0 = await send\('POST', '\/pets', `Bearer \$\{apiKey\}`, /)
})

test('a finding that no single answer shows becomes a test.todo with what was seen', async () => {
  const file = exporters['.test.ts']((await runOn('remaining-constant')).result)
  expect(testsIn(file)).toEqual([{ name: expect.stringContaining('8/remaining-falls') as string, run: undefined }])
  expect(file).toMatch(/\/\/ expected: .+\n\/\/ received: .+/)
})

test.each(['test_pro', 'test_enterprise.checkout', 'a.b.c', 'sk/live+00==', 'key12'])(
  'the code of a test sends the same wrong keys as a run, for %s',
  (apiKey) => {
    const otherCase = (key: string) => authorization('other-case', key)?.slice('Bearer '.length)
    for (const credential of wrongCredentials) {
      const code = `return ${authorizationCode(credential)}`
      // What a runner would do with the file.
      // oxlint-disable-next-line typescript/no-implied-eval
      expect(new Function('apiKey', 'otherCase', code)(apiKey, otherCase)).toBe(authorization(credential, apiKey))
    }
  },
)

test('.http has one request for each finding, with variables for address and key', async () => {
  const { result } = await runOn('missing-key-403')
  const file = exporters['.http'](result)
  expect(file).toContain(`@baseUrl = ${result.baseUrl}\n`)
  const requests = file.split(/^### /m).slice(1)
  expect(requests).toHaveLength(operationIds.length)
  expect(requests[0]).toMatch(
    /^4\.1\/unauthorized listPets\n# expected: .+\n# received: .+\nGET \{\{baseUrl\}\}\/pets\?limit=1\n/,
  )
  expect(requests[1]).toMatch(/^POST \{\{baseUrl\}\}\/pets\nContent-Type: application\/json\n\n\{.*\}\n/m)
  expect(exporters['.http']((await runOn('limit-ignored')).result)).toContain('\nAuthorization: Bearer {{apiKey}}\n')
})

test('.har has each finding with its answer, and a variable for the key', async () => {
  const har: unknown = JSON.parse(exporters['.har']((await runOn('limit-ignored')).result))
  const entries = isObject(har) && isObject(har['log']) ? har['log']['entries'] : []
  expect(entries).toMatchObject([
    {
      comment: expect.stringMatching(/^4\.1\/limit-most listPets: expected at most 1/) as string,
      request: { method: 'GET', headers: [{ name: 'Authorization', value: 'Bearer ${API_KEY}' }] },
      response: { status: 200, content: { text: expect.stringMatching(/^\[/) as string } },
    },
  ])
})

test.each(['text-for-reports-broken', 'commands-for-reports', 'echo-raw'])(
  'nothing that %s sends becomes code, another request, or shows the key',
  async (id) => {
    const { result, apiKey } = await runOn(id)
    const count = result.findings.length
    const files = Object.values(exporters).map((write) => write(result))
    for (const file of files) expect(file).not.toContain(apiKey)
    expect(testsIn(exporters['.test.ts'](result))).toHaveLength(count)
    const http = exporters['.http'](result)
    const starts = [...http.matchAll(/^(?:GET|POST) (.*)$/gm)].map(([, target]) => target)
    const paths = operationIds.map((operation) => `{{baseUrl}}${operations[operation].path.replace(/\/\{.*/, '')}`)
    for (const target of starts)
      expect([target, paths.some((path) => target?.startsWith(path))]).toEqual([target, true])
    expect(starts.join('')).not.toMatch(/\s/)
    expect(http.match(/^### \S+ \w+/gm)).toHaveLength(starts.length)
    expect(http).not.toMatch(/[^\P{C}\n]/u)
  },
)
