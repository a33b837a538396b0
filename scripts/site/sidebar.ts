import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The pages beside each other, by subject. `docs/` and `.md` are left out. */
const subjects: Readonly<Record<string, string>> = {
  Start: '../README README compare gallery',
  'The mock': 'server browser-tab keys panel control-api replicas docker msw-data',
  Situations: 'scenarios faults choices conduct',
  'Tests by framework': 'tests recipes/*',
  'The contract': 'contract pipeline drift traffic',
  Seeding: 'datasets',
  Reference: 'command-line api error-codes security speed agents how-it-is-built ../CONTRIBUTING ../CHANGELOG',
}

function titleOf(page: string): string {
  return /^# (.*)$/m.exec(page)?.[1]?.replaceAll('`', '') ?? ''
}

/** Each subject with its pages, by their titles. */
export function sidebarOf(root: string) {
  return Object.entries(subjects).map(([text, names]) => {
    const patterns = names.split(' ').map((name) => join('docs', `${name}.md`))
    const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: root }).toSorted())
    const items = files.map((file) => ({
      text: file === 'README.md' ? 'Home' : titleOf(readFileSync(join(root, file), 'utf8')),
      link: `/${file.replaceAll('\\', '/').replace(/(?:README)?\.md$/, '')}`,
    }))
    return { text, collapsed: items.length > 10, items }
  })
}
