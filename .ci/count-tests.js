// Reads Vitest's JSON report: prints how many tests passed and failed for .ci/run, and to stderr the slowest files.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const { testResults: files } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const count = (status) => files.flatMap((file) => file.assertionResults).filter((test) => test.status === status).length
// A file that cannot be loaded fails without a failed test.
const broken = files.filter(
  ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
)
console.log(count('passed'), count('failed') + broken.length)

const seconds = ({ startTime, endTime }) => (endTime - startTime) / 1000
const slowest = files.toSorted((one, other) => seconds(other) - seconds(one)).slice(0, 20)
console.error('The slowest files, in seconds:')
for (const file of slowest)
  console.error(`${seconds(file).toFixed(1).padStart(6)} ${relative(process.cwd(), file.name)}`)
