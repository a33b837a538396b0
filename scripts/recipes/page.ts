import { readFileSync, writeFileSync } from 'node:fs'

const addressOf = (name: string) => new URL(`../../docs/recipes/${name}.md`, import.meta.url)

/** The files that a recipe shows, the lines of a shell, and what it shows of their output. */
export function readRecipe(name: string) {
  const blocks = [...readFileSync(addressOf(name), 'utf8').matchAll(/^```([a-z]+)(?: (\S+))?\n([^]*?)^```$/gm)].map(
    ([, language = '', file = '', text = '']) => ({ language, file, text }),
  )
  return {
    files: blocks.filter(({ file }) => file !== '').map(({ file, text }) => [file, text] as const),
    lines: blocks.flatMap(({ language, file, text }) =>
      language === 'sh' && file === '' ? text.trim().split('\n') : [],
    ),
    outputs: blocks.filter(({ language, file }) => language === 'text' && file === '').map(({ text }) => text),
  }
}

const stamp = /^Run by a script in an empty folder, .*\n/m

/** Says on the page that a script did what it says, today and with these versions. */
export function stamped(name: string, versions: readonly string[]): void {
  const page = readFileSync(addressOf(name), 'utf8').replace(stamp, '').trimEnd()
  const day = new Date().toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  writeFileSync(
    addressOf(name),
    `${page}\n\nRun by a script in an empty folder, the install line included, on ${day}: ${versions.join(', ')}.\n`,
  )
}
