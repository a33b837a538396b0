import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { runContract } from '../../contract-tests/index.ts'
import { isObject, readJson, writeJson } from '../../spec/index.ts'
import { packageVersion } from '../commands/shell.ts'
import { judgeRecording } from '../prove/traffic.ts'

/** A server that a tool tests, and what the person who sets the tool up knows of it. */
export interface Subject {
  /** Ends in /v1. */
  readonly url: string
  readonly apiKey: string
  /** An animal that is there. */
  readonly petId: number
  /** A folder of the tool's own, empty. */
  readonly folder: string
  /** A recording (HAR) of a run of this suite on the same server, which had another address then. */
  readonly recording: { readonly har: string; readonly url: string }
}

/** A contract tool. */
export interface Tool {
  readonly name: string
  /** What is installed from npm, with exact versions; empty for tools of this repository. */
  readonly packages: readonly string[]
  /** @returns its complaints, in the same words in each run; rejects if it gave no result */
  run(subject: Subject, installed: string): Promise<readonly string[]>
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const exec = promisify(execFile)
const deadlineMilliseconds = 180_000

/** What a program printed, with any exit code. */
async function output(program: string, args: readonly string[], folder: string, env: NodeJS.ProcessEnv = {}) {
  const options = { cwd: folder, env: { ...process.env, ...env }, timeout: deadlineMilliseconds, maxBuffer: 2 ** 28 }
  try {
    return (await exec(program, args, options)).stdout
  } catch (error) {
    if (isObject(error) && typeof error['stdout'] === 'string' && error['killed'] !== true) return error['stdout']
    throw error
  }
}

/** The description, with the address of the server and an animal that it has. */
function describe({ url, petId, folder }: Subject, petIdSchema: object = {}): string {
  const reading = readJson(readFileSync(join(root, 'spec/made/openapi.json'), 'utf8'))
  if (!reading.ok) throw new Error(reading.problem)
  const description = reading.value as { paths: { '/pets/{petId}': { get: { parameters: readonly [object] } } } }
  Object.assign(description.paths['/pets/{petId}'].get.parameters[0], { example: petId, ...petIdSchema })
  const file = join(folder, 'openapi.json')
  writeFileSync(file, writeJson({ ...description, servers: [{ url }] }))
  return file
}

/** A recording whose bodies are text, as a browser writes them, and not base64. */
function withPlainBodies(har: string): string {
  return har.replaceAll(
    /"text":"([\w+/=]*)",("size":\d+),"encoding":"base64"/g,
    (_whole, base64: string, size: string) => {
      return `"text":${JSON.stringify(Buffer.from(base64, 'base64').toString())},${size}`
    },
  )
}

/** Makes a server answer each documented status but 429, which would take too many requests. */
const dreddHooks = (apiKey: string) => `
const hooks = require('hooks')
hooks.beforeEach((transaction, done) => {
  const { request, expected } = transaction
  const status = Number(expected.statusCode)
  if (status !== 401) request.headers.Authorization = 'Bearer ${apiKey}'
  if (status === 400) request.body = '{}'
  if (status === 404) transaction.fullPath = transaction.fullPath.replace(/[0-9]+$/, '999999999')
  if (status === 429) transaction.skip = true
  done()
})
`

const portmanTests = ['statusSuccess', 'contentType', 'jsonBody', 'schemaValidation', 'headersPresent'].map((test) => ({
  openApiOperation: '*::/*',
  [test]: { enabled: true },
}))

/** Every tool, by the name that `--tools` takes. */
export const tools: Readonly<Record<string, Tool>> = {
  suite: {
    name: `this suite ${packageVersion()}`,
    packages: [],
    async run({ url, apiKey }) {
      const { findings } = await runContract({ baseUrl: url, apiKey })
      return findings.map(({ clause, operation }) => `${clause} ${operation}`)
    },
  },
  check: {
    name: `\`check\` of this kit ${packageVersion()}`,
    packages: [],
    async run({ recording }) {
      const { findings } = await judgeRecording(recording.har)
      return findings.map(({ clause, operation }) => `${clause} ${operation}`)
    },
  },
  drift: {
    name: 'Redocly `drift` 2.77.0',
    packages: [],
    async run(subject) {
      const [traffic, report] = [join(subject.folder, 'traffic.har'), join(subject.folder, 'report.json')]
      writeFileSync(traffic, withPlainBodies(subject.recording.har))
      const files = [traffic, '--api', describe(subject), '--server', subject.recording.url, '-o', report]
      const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
      const args = ['drift', ...files, '--format', 'json', '--ignore-headers', '*', '--min-severity', 'warning']
      await output(join(root, 'node_modules/.bin/redocly'), args, subject.folder, quiet)
      const found = JSON.parse(readFileSync(report, 'utf8')) as {
        problems: readonly Readonly<Record<string, unknown>>[]
      }
      return found.problems
        .filter(({ ruleId }) => ruleId !== 'security-baseline')
        .map((problem) =>
          ['ruleId', 'operationId', 'target', 'status', 'message'].map((name) => problem[name]).join(' '),
        )
    },
  },
  dredd: {
    name: 'Dredd 14.1.0',
    packages: ['dredd@14.1.0'],
    async run(subject, installed) {
      const hooks = join(subject.folder, 'hooks.cjs')
      writeFileSync(hooks, dreddHooks(subject.apiKey))
      const args = [describe(subject), subject.url, '--hookfiles', hooks, '--no-color']
      const text = await output(join(installed, 'node_modules/.bin/dredd'), args, subject.folder)
      if (!/^complete: /m.test(text)) throw new Error(`Dredd came to no result: ${text.slice(-500)}`)
      return [...text.matchAll(/^fail: (.*?) duration: /gm)].map(([, test = '']) => test)
    },
  },
  portman: {
    name: 'Portman 1.33.0',
    packages: ['@apideck/portman@1.33.0', 'tslib@2.9.1'],
    async run(subject, installed) {
      const { url, apiKey, folder } = subject
      const write = (name: string, value: object) => {
        writeFileSync(join(folder, name), JSON.stringify(value))
        return join(folder, name)
      }
      const globals = { securityOverwrites: { bearer: { token: apiKey } } }
      const config = write('portman.json', { version: 1, tests: { contractTests: portmanTests }, globals })
      const report = join(folder, 'report.json')
      const newman = write('newman.json', { reporters: ['json'], reporter: { json: { export: report } } })
      const args = ['-l', describe(subject), '-b', url, '-c', config, '--newmanOptionsFile', newman, '-n']
      const text = await output(join(installed, 'node_modules/.bin/portman'), args, folder)
      // It stops at an answer that its tests cannot read, and names the problem.
      const stopped = /Newman run failed with:\s*\n(.+)/.exec(text)?.[1]
      if (stopped !== undefined) return [stopped]
      type Executions = readonly { assertions?: readonly { assertion: string; error?: unknown }[] }[]
      const { run } = JSON.parse(readFileSync(report, 'utf8')) as { run: { executions: Executions } }
      return run.executions.flatMap(({ assertions = [] }) =>
        assertions.filter(({ error }) => error !== undefined).map(({ assertion }) => assertion),
      )
    },
  },
  specmatic: {
    name: 'Specmatic 2.55.1',
    packages: ['specmatic@2.55.1'],
    async run(subject, installed) {
      const jar = join(installed, 'node_modules/specmatic/specmatic.jar')
      // It chooses a petId. Animals with these exist.
      const schema = { type: 'integer', format: 'int64', minimum: 1, maximum: 3 }
      const args = ['-jar', jar, 'test', describe(subject, { schema }), `--testBaseURL=${subject.url}`]
      const env = { apiKey: subject.apiKey }
      const text = await output('java', args, subject.folder, env)
      if (!/^Tests run: /m.test(text)) throw new Error(`Specmatic came to no result: ${text.slice(-500)}`)
      return [...new Set([...text.matchAll(/Scenario: (.*) has FAILED$/gm)].map(([, test = '']) => test))]
    },
  },
}
