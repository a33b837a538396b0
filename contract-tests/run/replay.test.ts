import { expect, test } from 'vitest'
import { reports } from '../index.ts'
import { serverNamed } from '../servers/run-on.ts'
import { replay } from './replay.ts'
import { runContract } from './run.ts'
import { readReport } from '../report/read-report.ts'

const clock = { now: Date.now, sleep: () => Promise.resolve() }

async function optionsFor(id: string) {
  const { url, apiKey, transport } = await serverNamed(id).open()
  return { baseUrl: url, apiKey, transport, clock }
}

/** Finds what is broken in one server, and replays the findings on another one. */
async function replayed(broken: string, later: string, spoil?: (json: string) => string) {
  const json = reports.json(await runContract(await optionsFor(broken)))
  return replay(readReport(spoil?.(json) ?? json), await optionsFor(later))
}

test('a finding that still shows is asked for three times, and one that seems mended up to ten times', async () => {
  const still = await replayed('limit-ignored', 'limit-ignored')
  expect(still.findings).toMatchObject([{ clause: '4.1/limit-most', state: 'still broken', tries: 3, broken: 3 }])
  expect(still.findings[0]?.finding).toMatchObject({ clause: '4.1/limit-most', operation: 'listPets' })
  expect(still.exitCode).toBe(1)
  const mended = await replayed('limit-ignored', 'plain')
  expect(mended.findings).toMatchObject([{ state: 'mended', tries: 10, broken: 0, finding: undefined }])
  expect([mended.exitCode, mended.animals]).toEqual([0, 0])
})

test('a replay runs only the probes of the findings, within 120 requests and 12 animals', async () => {
  const options = await optionsFor('plain')
  let arrived = 0
  const transport: typeof options.transport = (outgoing) => {
    arrived++
    return options.transport!(outgoing)
  }
  const json = reports.json(await runContract(await optionsFor('json-refused')))
  const { findings, requests, animals } = await replay(readReport(json), { ...options, transport })
  expect(requests).toBe(arrived)
  expect(requests).toBeLessThanOrEqual(120)
  expect(animals).toBeLessThanOrEqual(12)
  expect(findings.length).toBeGreaterThan(5)
  for (const { state, tries } of findings) expect([state, tries > 0]).toEqual(['mended', true])
})

test('a finding that only some tries show is unstable', async () => {
  const [good, bad] = [await optionsFor('plain'), await optionsFor('limit-ignored')]
  const json = reports.json(await runContract(bad))
  let lists = 0
  const transport: typeof bad.transport = (outgoing) => {
    const isGood = /\blimit=1$/.test(outgoing.path) && ++lists > 1
    const headers = { ...outgoing.headers, Authorization: `Bearer ${good.apiKey}` }
    return isGood ? good.transport!({ ...outgoing, headers }) : bad.transport!(outgoing)
  }
  const { findings, exitCode } = await replay(readReport(json), { ...bad, transport })
  expect(findings).toMatchObject([{ state: 'unstable' }])
  const { tries, broken } = findings[0]!
  expect([broken > 0, broken < tries, exitCode]).toEqual([true, true, 1])
})

test.each([
  ['a recording', '"only": ""', 'It was found in a recording'],
  ['random sequences', '"only": "thorough"', 'Random sequences found it: --thorough with the seed'],
  ['a probe that is gone', '"only": "no-such-probe"', 'There is no probe "no-such-probe".'],
])('a finding of %s is not tested, and says so', async (_what, only, reason) => {
  const spoil = (json: string): string => json.replaceAll(/"only": "[^"]*"/g, only)
  const { findings, requests, exitCode } = await replayed('limit-ignored', 'plain', spoil)
  expect(findings).toMatchObject([{ state: 'not tested', tries: 0 }])
  expect(findings[0]?.reason).toContain(reason)
  expect([requests, exitCode]).toEqual([0, 3])
})

test('a deployment that is gone mends nothing', async () => {
  const json = reports.json(await runContract(await optionsFor('limit-ignored')))
  const gone = { baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'key', clock }
  const { findings, exitCode } = await replay(readReport(json), gone)
  expect(findings).toMatchObject([
    { state: 'not tested', reason: expect.stringContaining('does not answer') as string },
  ])
  expect(exitCode).toBe(3)
})
