import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The version of this package. */
export function packageVersion(): string {
  const file = fileURLToPath(import.meta.resolve('animal-store-kit/package.json'))
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
  return version
}
