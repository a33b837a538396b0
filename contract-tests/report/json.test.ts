import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { runOn } from '../servers/run-on.ts'
import { ofLevel } from '../verdict/result.ts'
import { jsonReport } from './json.ts'

test('names that look alike are told apart by their escapes', async () => {
  const [warning] = ofLevel((await runOn('name-normalised')).result, 'warning')
  expect(warning?.expected.is).toContain(String.raw`Zoe\u0301`)
  expect(warning?.received.is).toContain(String.raw`Zo\u00e9`)
})

interface Schema {
  readonly $defs: { readonly finding: { readonly properties: Readonly<Record<string, object>> } }
}

const some =
  'plain text-for-reports-broken name-trimmed labelled-gzip create-forgotten refused-after-ten get-needs-body'

test.each(some.split(' '))('the JSON of a run on %s is as its schema says', async (id) => {
  const { result } = await runOn(id)
  const schema = JSON.parse(readFileSync('spec/contract-report.schema.json', 'utf8')) as Schema
  // Readers take further facts; each of today is described.
  for (const facts of ['expected', 'received'])
    Object.assign(schema.$defs.finding.properties[facts] ?? {}, { additionalProperties: false })
  const validate = new Ajv2020({ allowUnionTypes: true, formats: { int64: true } }).compile(schema)
  // Ajv knows no bigint, and the digits do not matter here.
  expect(validate(JSON.parse(jsonReport(result))), JSON.stringify(validate.errors)).toBe(true)
  expect(validate({ ...result, version: 3 })).toBe(false)
})
