// Writes all made files: spec/made/ from the description, the entries of package.json, the choices of silences, the ids of
// faults and error codes, breeds from faker's word lists, the tables of README.md and docs/, and the index of decision records.
// With --check it writes nothing, names what is stale, and ends with 1 if anything is.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readSpecFile } from './spec/document.ts'
import { type Made, makeSpec } from './spec.ts'

// Each is loaded after those before it have written their files, because it may import them.
const makers: readonly (() => Made | Promise<Made>)[] = [
  () => makeSpec(readSpecFile(), readSpecFile('control.openapi.yaml'), readSpecFile('contract-report.schema.json')),
  async () => (await import('./manifest.ts')).makeManifest(),
  async () => (await import('./ids-and-choices.ts')).makeChoices(),
  async () => (await import('./ids-and-choices.ts')).makeIds(),
  async () => (await import('./breeds.ts')).makeBreeds(),
  async () => (await import('./pages.ts')).makePages(),
  async () => (await import('./decisions.ts')).makeIndex(),
]

const root = new URL('../../', import.meta.url)

/** The paths of the files that are missing or stale. */
export function staleFiles(made: Made): string[] {
  const isStale = (path: string) =>
    !existsSync(new URL(path, root)) || readFileSync(new URL(path, root), 'utf8') !== made[path]
  return Object.keys(made).filter(isStale)
}

async function main(isCheck: boolean): Promise<void> {
  process.chdir(fileURLToPath(root))
  const stale: string[] = []
  for (const make of makers) {
    const made = await make()
    const found = staleFiles(made)
    if (!isCheck) for (const path of found) writeFileSync(path, made[path] ?? '')
    stale.push(...found)
  }
  if (isCheck) {
    for (const path of stale) console.error(`${path} is stale: run npm run make`)
    process.exitCode = stale.length > 0 ? 1 : 0
  } else console.log(stale.length > 0 ? `made ${stale.join(', ')}` : 'everything is up to date')
}

if (import.meta.main) {
  try {
    await main(process.argv.includes('--check'))
  } catch (error) {
    // A plain error is about what somebody wrote by hand, and says it all. Any other is a mistake of this program.
    if (!(error instanceof Error) || !['Error', 'YAMLParseError'].includes(error.name)) throw error
    console.error(`Cannot make the files: ${error.message}`)
    process.exitCode = 1
  }
}
