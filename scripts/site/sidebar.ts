import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

interface Link {
  readonly text: string
  readonly link: string
}

/** The pages beside each other, by what they are for; each is named by its title. */
export function sidebarOf(pages: string) {
  const linksTo = (pattern: string, ...exclude: string[]): readonly Link[] =>
    globSync(pattern, { cwd: pages, exclude })
      .toSorted()
      .map((path) => ({
        text: titleOf(join(pages, path)),
        link: `/${path.replace(/\.md$/, '').replace(/\bindex$/, '')}`,
      }))
  return [
    { text: 'Start', items: [...linksTo('index.md'), ...linksTo('docs/index.md')] },
    { text: 'Subjects', items: linksTo('docs/*.md', 'docs/index.md') },
    { text: 'Recipes', collapsed: true, items: linksTo('docs/recipes/*.md') },
    {
      text: 'The project',
      collapsed: true,
      items: [...linksTo('*.md', 'index.md'), ...linksTo('docs/contributing/*.md'), ...linksTo('contract-tests/*.md')],
    },
    { text: 'Decisions', collapsed: true, items: linksTo('spec/decisions/*.md') },
  ]
}

function titleOf(file: string): string {
  return /^# (.*)$/m.exec(readFileSync(file, 'utf8'))?.[1]?.replaceAll('`', '') ?? basename(file, '.md')
}
