import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path/posix'

/** A line of a list, at the end of it or before another line, with the import that it needs. */
export interface Line {
  readonly file: string
  /** The beginning of the list; the first list of the file by default. */
  readonly list: string
  readonly entry: string
  readonly before?: string
  readonly imports?: string
}

/** What `npm run new` writes for something of a kind. */
export interface New {
  readonly files?: Readonly<Record<string, string>>
  readonly lines: readonly Line[]
  /** What is left to do, besides what the files say. */
  readonly left: readonly string[]
}

/** Stands where a person has something to say. */
export const mark = 'FILL IN'

const ledger = 'npm run prove -- --ledger, and look at each line that it changes'

/** The kinds, each with what is written for a name. Whatever a person has to say is marked: a test finds the marks. */
export const kinds: Readonly<Record<string, (name: string, root: string) => New>> = {
  probe: (name) => ({
    files: {
      [`contract-tests/probes/${name}.ts`]: `import { askList } from '../exchange/questions.ts'
import type { Probe } from './probe.ts'

/** FILL IN: the section, and what several answers show together. Every check looks at each answer anyway. */
export const ${camel(name)}: Probe = {
  id: '${name}',
  title: 'FILL IN: what it tests, in one line',
  clauses: ['FILL IN'],
  cost: 1,
  run: async (session) => {
    await session.ask(askList({ limit: 1 }))
    session.note()
  },
}
`,
      [`contract-tests/probes/${name}.test.ts`]: proof('probe', name),
    },
    lines: [
      {
        file: 'contract-tests/run/probes.ts',
        list: 'export const probes',
        entry: `${camel(name)},`,
        before: '  remaining,',
        imports: `import { ${camel(name)} } from '../probes/${name}.ts'`,
      },
    ],
    left: ['A clause that it alone shows needs a server and a fault.', ledger],
  }),
  check: (name) => ({
    files: {
      [`contract-tests/checks/${name}.ts`]: `import type { Check } from './check.ts'

export const ${camel(name)}: Check = {
  id: '${name}',
  title: 'FILL IN: what it looks at, in one line',
  clauses: ['FILL IN'],
  needs: 'body',
  look: ({ question }) => {
    if (question.operation !== 'listPets') return undefined
    // FILL IN: departure('${name}', clause, { at, expected, received }) if the answer breaks the clause.
    return { tests: [], departures: [] }
  },
}
`,
      [`contract-tests/checks/${name}.test.ts`]: proof('check', name),
    },
    lines: [
      {
        file: 'contract-tests/checks/index.ts',
        list: 'export const checks',
        entry: `${camel(name)},`,
        imports: `import { ${camel(name)} } from './${name}.ts'`,
      },
    ],
    left: ['Words for its kind of departure, if it is a new one: contract-tests/verdict/sentences.ts.', ledger],
  }),
  fault: (path, root) => {
    const { file, list, name } = tableOf(path, root, 'mocks/parts/faults/*.ts', /^export const (\w+Faults) = \{$/m)
    return {
      files: {
        [`mocks/parts/faults/${name}.test.ts`]: `import { expect, test } from 'vitest'
import { get, testStore } from '../../testing/test-calls.ts'

test('${name} breaks the answer to the call that it is about', async () => {
  // FILL IN: a call that shows it.
  const call = get('/v1/pets')
  const usual = await testStore().answer(call)
  expect(await testStore({ fault: '${name}' }).answer(call)).not.toEqual(usual)
})
`,
      },
      lines: [
        {
          file,
          list,
          entry: `'${name}': breaks('FILL IN: its clause', 'FILL IN: what a client sees, in one line').by({}),`,
        },
      ],
      left: ['npm run make at last, for the list of ids, by clause', 'npm run prove: the suite must find it'],
    }
  },
  server: (path, root) => {
    const pattern = /^export const (\w+): (?:Broken)?Servers = \{$/m
    const { file, list, name } = tableOf(path, root, 'contract-tests/servers/*/*.ts', pattern)
    const clause = /: BrokenServers/.test(readFileSync(join(root, file), 'utf8')) ? "'FILL IN': " : ''
    const server = `'${name}': {},`
    const what = `// FILL IN: ${clause && 'its clause, and '}what differs from the plain server.\n  `
    return {
      lines: [{ file, list, entry: clause === '' ? what + server : `${what}${clause}{ ${server} },` }],
      left: [ledger],
    }
  },
  scenario: (name) => ({
    lines: [
      { file: 'mocks/world/scenarios.ts', list: 'const table = {', entry: `'${name}': { overrides: {} },` },
      {
        file: 'mocks/world/described-scenarios.ts',
        list: 'const words',
        entry: `'${name}': ['FILL IN: what happens, in one line', 'FILL IN: the section, or nothing'],`,
      },
      {
        file: 'mocks/parts/panel/situation/spoken.ts',
        list: 'const table = {',
        entry: `'${name}': [undefined, 'FILL IN: what else people call it'],`,
      },
    ],
    left: ['npm run make, for the pages'],
  }),
  silence: (name) => ({
    files: {
      [`mocks/operations/${name}.test.ts`]: `import { expect, test } from 'vitest'
import { get, testStore } from '../testing/test-calls.ts'

test('each choice of ${name} answers in its own way', async () => {
  // FILL IN: a call that shows it.
  const call = get('/v1/pets')
  const usual = await testStore().answer(call)
  expect(await testStore({ profile: { '${name}': 'other' } }).answer(call)).not.toEqual(usual)
})
`,
    },
    lines: [
      {
        file: 'spec/silences.ts',
        list: 'const table',
        entry: `'${name}': silence('FILL IN: section', 'FILL IN: the question?', {
    usual: 'FILL IN: what the mock does by default',
    other: 'FILL IN: what it does if this is chosen',
  }),`,
      },
    ],
    left: [
      'Move it to its place: the table is in the order of the interface',
      'npm run make, then use choices in the mock (mocks/call/parsed-choices.ts)',
      'spec/decisions/0004-silences-that-were-added.md, if it says why this one has a switch',
      'The transcripts of commands, which count the silences: npm test -- scripts/commands -u',
      'What the suite can see of it: contract-tests/parts/choices/observations.ts',
    ],
  }),
  command: (name) => ({
    files: {
      [`scripts/commands/${name}/${name}-command.ts`]: `import { defineCommand } from '../command.ts'

/** The command \`${name}\`. */
export const command = defineCommand({
  name: '${name}',
  about: 'FILL IN: what it does, in one sentence.',
  options: { 'Options:': { '--json': 'print JSON in place of text' } },
  more: \`
Examples:
  animal-store ${name}

Exit codes: 0 all went well, 2 the usage is wrong.\`,
  async run({ json }, shell) {
    shell.out(json === true ? '{}\\n' : 'FILL IN\\n')
  },
})
`,
      [`scripts/commands/${name}/${name}.test.ts`]: `import { expect, test } from 'vitest'
import { printed } from '../../testing/printed.ts'

test('${name} prints what it is asked for', async () => {
  expect(await printed('${name}')).toEqual({ code: 0, out: 'FILL IN: what it is asked for\\n', err: '' })
})
`,
    },
    lines: [
      {
        file: 'scripts/commands/run.ts',
        list: 'const commands',
        entry: `'${name}': () => import('./${name}/${name}-command.ts'),`,
      },
      {
        file: 'scripts/house/parts.ts',
        list: 'export const parts',
        entry: `'${name}': { is: 'FILL IN: what it is for', folders: ['scripts/commands/${name}'] },`,
      },
    ],
    left: [
      'npm run make, for the pages',
      `\`$ ${name} --help\` in scripts/commands/transcripts/help.txt, and the test of transcripts with -u`,
    ],
  }),
  tab: (name) => ({
    files: {
      [`mocks/parts/panel/${name}/${name}.tsx`]: `import { usePanel } from '../panel-context.tsx'

/** The tab "${title(name)}": FILL IN. */
export function ${title(name)}() {
  const { sandbox } = usePanel()
  return <p>FILL IN: what {sandbox} shows here</p>
}
`,
      [`mocks/parts/panel/${name}/${name}.browser.test.ts`]: `import { test } from 'vitest'
import { expectAccessible, expectText, openPanel } from '../test-panel.ts'

test('the tab ${title(name)} shows what it is for', async () => {
  openPanel('${name}')
  await expectText('FILL IN: what a person reads there')
  await expectAccessible()
})
`,
    },
    lines: [
      {
        file: 'mocks/parts/panel/tabs.tsx',
        list: 'const tabs',
        entry: `{ id: '${name}', title: '${title(name)}', also: 'FILL IN: other words for it', Component: ${title(name)} },`,
        imports: `import { ${title(name)} } from './${name}/${name}.tsx'`,
      },
    ],
    left: ['A sentence in docs/panel.md', 'npm run screenshots, which shows the tabs on its pictures'],
  }),
}

/** A test of a run: a server that breaks the clause is told from a good one. */
function proof(kind: string, name: string): string {
  return `import { expect, test } from 'vitest'
import { runOn } from '../servers/run-on.ts'

// FILL IN: a clause, and a server of contract-tests/servers/broken/ that breaks it as this ${kind} sees it.
const [clause, broken] = ['FILL IN', 'FILL IN']

test('${name} finds ${kind === 'probe' ? 'in a run of its own ' : ''}the server that breaks its clause, and blames no good one', async () => {
  const found = async (server: string) => (await runOn(server)).result.findings.map(({ foundBy }) => foundBy)
  expect(await found('plain')).toEqual([])
  const { result } = await runOn(broken)
  expect(result.findings).toContainEqual(expect.objectContaining({ clause, foundBy: '${name}' }))
})
`
}

function camel(name: string): string {
  return name.replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())
}

function title(name: string): string {
  return camel(`-${name}`)
}

/** The table that a path such as `lists/limit-99` names, and the name that is left. @throws {Error} without such a table */
function tableOf(path: string, root: string, files: string, pattern: RegExp) {
  const tables = globSync(files, { cwd: root }).flatMap((each) => {
    const file = each.replaceAll('\\', '/')
    const [begin, list] = pattern.exec(readFileSync(join(root, file), 'utf8')) ?? []
    return begin === undefined || list === undefined ? [] : [{ file, list: begin, table: file.slice(0, -3) }]
  })
  const [of, name] = [dirname(path), basename(path)]
  const [found, ...others] = tables.filter(({ table }) => table.endsWith(`/${of}`))
  if (found !== undefined && others.length === 0) return { ...found, name }
  const known = tables.map(({ table }) => table.replace(/^(?:mocks\/parts\/faults|contract-tests\/servers)\//, ''))
  throw new Error(`Say in which table it stands, as in ${known[0]}/${name || path}: ${known.join(', ')}.`)
}
