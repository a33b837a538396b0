import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

const subjects = [
  'What the interface leaves open',
  'The way of a call',
  'Where animals are kept',
  'Speed and memory',
  'Control API and panel',
  'Datasets and seeding',
  'What the suite judges',
  'How the suite is proved',
  'Recorded traffic and clients',
  "Users' tools",
  'The house itself',
]

const introduction = `# Decision records

What was decided, why, and what was turned down; half a page each. A record that was overtaken is folded into the one
that overtook it, so numbers are missing. Made by \`npm run make\` from the titles of the records and their subjects.`

/**
 * The index of all decision records, by its path: one line for each, by subject.
 * @throws {Error} when a record has no title or no subject of the list
 */
export function makeIndex(): Readonly<Record<string, string>> {
  const lines = globSync('spec/decisions/[0-9]*.md')
    .toSorted()
    .map((path) => {
      const name = basename(path)
      const [, number, title, subject = ''] =
        /^# (\d{4}) (.+)\n\nSubject: (.+)\n/.exec(readFileSync(path, 'utf8')) ?? []
      if (subjects.includes(subject)) return { subject, line: `- [${number}](${name}) ${title}` }
      const wanted = `"# NUMBER TITLE", an empty line, and "Subject: " with one of: ${subjects.join(', ')}`
      throw new Error(`spec/decisions/${name} must begin with ${wanted}.`)
    })
  const sections = subjects.map((subject) => {
    const own = lines.filter((each) => each.subject === subject)
    return [`## ${subject}`, own.map(({ line }) => line).join('\n')].join('\n\n')
  })
  return { 'spec/decisions/README.md': `${[introduction, ...sections].join('\n\n')}\n` }
}
