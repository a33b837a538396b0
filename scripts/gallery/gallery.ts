import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeFolderOnce } from '../../mocks/testing/programs.ts'
import { thereIsNo } from '../../spec/index.ts'
import { type TestServer, servers } from '../../contract-tests/servers/index.ts'
import { runOn, serverNamed } from '../../contract-tests/servers/run-on.ts'
import { recordRun } from '../prove/traffic.ts'
import { type Outcome, row, scoreOf } from './score.ts'
import { type Tool, tools } from './tools.ts'

// `npm run gallery` starts broken and conforming servers of this repository, points contract tools at them, and prints what
// each found as a row of the table in docs/gallery.md, which says what the columns mean.

const { values: flags } = parseArgs({
  options: {
    tools: { type: 'string', default: 'suite,check,drift,dredd,portman' },
    broken: { type: 'string', default: '24' },
    conforming: { type: 'string', default: '12' },
    runs: { type: 'string', default: '2' },
  },
})

const chosenTools = flags.tools.split(',').map((name) => tools[name] ?? refuse(name))
const runs = Number(flags.runs)
const chosen = [
  ...sample('broken', Number(flags.broken)),
  ...sample('conforming', Number(flags.conforming)).filter(({ id }) => id !== 'plain'),
]
const day = new Date().toISOString().slice(0, 10)
for (const tool of chosenTools) {
  const installed = await install(tool)
  const plain = await tried(tool, serverNamed('plain'), installed)
  const outcomes: Outcome[] = [plain]
  for (const server of chosen) {
    outcomes.push(await tried(tool, server, installed))
    if (process.stderr.isTTY) process.stderr.write(`\r${tool.name}: ${outcomes.length - 1} of ${chosen.length} `)
  }
  const score = scoreOf(outcomes, plain.complaints[0] ?? [])
  if (process.stderr.isTTY) process.stderr.write('\n')
  for (const [what, ids] of Object.entries({ 'no result': score.noResult, 'not repeatable': score.unstable }))
    if (ids.length > 0) console.log(`${tool.name}, ${what}: ${ids.join(', ')}`)
  console.log(row(tool.name, runs, day, score))
}

function refuse(name: string): never {
  console.error(thereIsNo('tool', name, Object.keys(tools)))
  process.exit(2)
}

/** Servers that a default run can see through, evenly spread over all of their kind. */
function sample(kind: 'broken' | 'conforming', most: number): readonly TestServer[] {
  const all = servers.filter((server) => server.kind === kind && server.needs.length === 0)
  const step = Math.max(1, all.length / most)
  const taken = new Set(Array.from({ length: most }, (_, at) => Math.floor(at * step)))
  return all.filter((_, at) => taken.has(at))
}

/** Installs a tool in a folder of its own, unless it is there already. Install scripts do not run. */
async function install({ packages }: Tool): Promise<string> {
  const folder = join(tmpdir(), 'animal-store-gallery', packages.join('+').replaceAll(/[^\w.+-]/g, '_') || 'none')
  await makeFolderOnce(folder, async (aside) => {
    writeFileSync(join(aside, 'package.json'), '{"private": true}')
    const options = ['--ignore-scripts', '--no-audit', '--no-fund']
    if (packages.length > 0) execFileSync('npm', ['install', ...options, ...packages], { cwd: aside })
  })
  return folder
}

/** Runs a tool on a fresh start of a server, as often as --runs says. */
async function tried(tool: Tool, server: TestServer, installed: string): Promise<Outcome> {
  const complaints: (readonly string[] | undefined)[] = []
  const costs: Pick<Outcome, 'requests' | 'animals' | 'seconds'>[] = []
  const { watch, har } = recordRun()
  const { result } = await runOn(server, { watch }, { isOverHttp: true })
  for (let run = 0; run < runs; run++) {
    const folder = mkdtempSync(join(tmpdir(), 'gallery-'))
    const deployment = await server.start({ plan: 'business', timeScale: 0.1 })
    const { url, apiKey } = deployment
    const petId = Number(deployment.animals()[0]?.id ?? 1)
    const recording = { har: har(), url: result.baseUrl }
    const startedAt = performance.now()
    const said = await tool.run({ url, apiKey, petId, folder, recording }, installed).catch(() => undefined)
    complaints.push(said && [...new Set(said)].toSorted())
    const seconds = (performance.now() - startedAt) / 1000
    costs.push({ requests: deployment.requests(), animals: deployment.created(), seconds })
    await deployment.close().catch(() => undefined)
    rmSync(folder, { recursive: true })
  }
  const { kind, id } = server
  const [cost = { requests: 0, animals: 0, seconds: 0 }] = costs
  return { server: id, kind: kind === 'broken' ? 'broken' : 'conforming', complaints, ...cost }
}
