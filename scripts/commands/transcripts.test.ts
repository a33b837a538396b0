import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { printed } from '../testing/printed.ts'
import { tempFolder } from '../testing/temp-folder.ts'

beforeEach(() => {
  vi.stubEnv('ANIMAL_STORE_TOKEN', undefined)
  vi.stubEnv('SOME_KEY', 'test_pro')
  vi.stubEnv('NO_COLOR', '1')
  vi.stubEnv('FORCE_COLOR', undefined)
})
afterEach(() => vi.unstubAllEnvs())

/**
 * Runs a line of a transcript. FOLDER is an empty folder but for what such lines need, CWD the one where the tests run.
 * The word @TEXT is the path of a file with this text.
 * @returns its exit code, and what it printed
 */
async function run(line: string, folder: string): Promise<string> {
  let files = 0
  const words = (line.match(/'[^']*'|\S+/g) ?? []).map((quoted) => {
    const word = quoted.replaceAll("'", '').replace('FOLDER', folder)
    if (!word.startsWith('@')) return word
    const file = join(folder, `file-${++files}.json`)
    writeFileSync(file, word.slice(1))
    return file
  })
  const { code, out, err } = await printed(...words)
  return `${code} ${out}${err}`.replaceAll(folder, 'FOLDER').replaceAll(process.cwd(), 'CWD')
}

// For a further line, write it into the file without what it prints, and run this with -u.
test.each(['help', 'answers', 'refusals'])(
  'each command line of transcripts/%s.txt prints what stands below it',
  async (name) => {
    const path = join(import.meta.dirname, 'transcripts', `${name}.txt`)
    const folder = tempFolder()
    mkdirSync(join(folder, 'folder.json'))
    const blocks: string[] = []
    for (const [line, words = ''] of readFileSync(path, 'utf8').matchAll(/^\$ (.*)$/gm))
      blocks.push(`${line}\n${await run(words, folder)}`)
    const text = blocks.join('\n')
    await expect(text).toMatchFileSnapshot(path)
    // Nothing speaks to the terminal, and nothing is left behind.
    expect(text).not.toMatch(/[^\P{C}\n]/u)
    expect(readdirSync(folder).filter((file) => !/^file-\d\.json$/.test(file))).toEqual(['folder.json'])
  },
)
