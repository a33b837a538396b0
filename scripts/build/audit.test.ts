import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { programRun } from '../testing/program.ts'
import { serve } from '../testing/serve.ts'

const script = fileURLToPath(new URL('audit.ts', import.meta.url))

// For a hole, npm asks which versions there are.
const aboutPackage = { name: 'commander', versions: { '15.1.0': { name: 'commander', version: '15.1.0' } } }

/** Runs the audit against a registry that answers questions about holes so. @returns what it printed and was asked */
async function audit(status: number, advisories: object) {
  const asked: string[] = []
  const { port } = await serve(async (request, response) => {
    const body = await buffer(request)
    asked.push(String(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body))
    const answer = request.method === 'POST' ? advisories : aboutPackage
    const answered = request.method === 'POST' ? status : 200
    response.writeHead(answered, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  const address = `http://127.0.0.1:${port}`
  const { code, out } = await programRun([script, '--registry', address, '--fetch-retries', '0'])
  return { printed: out, exitCode: code, asked: asked.join('\n') }
}

test('asks for what users install, and is content if the registry knows no hole', async () => {
  const { printed, exitCode, asked } = await audit(200, {})
  expect(asked).toContain('"commander"')
  expect(asked).not.toContain('"vitest"')
  expect([printed, exitCode]).toEqual(['The registry knows no hole in what users install.\n', 0])
})

test('names a package with a hole', async () => {
  const hole = {
    id: 1,
    url: 'https://advisories.example/1',
    title: 'A hole',
    severity: 'high',
    vulnerable_versions: '*',
  }
  const { printed, exitCode } = await audit(200, { commander: [hole] })
  expect(printed).toContain('1 packages that users install have known holes:\n  commander *: high\n')
  expect(exitCode).toBe(1)
})

test('says that it could not tell if the registry answers no audits', async () => {
  const { printed, exitCode } = await audit(405, {})
  expect(printed).toMatch(/^Not checked: .*405/)
  expect(exitCode).toBe(3)
})
