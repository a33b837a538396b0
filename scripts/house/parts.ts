/**
 * What can be taken out: each part is its folders and one line that registers it. `npm run make` writes the entries of
 * package.json and the table of docs/how-it-is-built.md from here, and `npm run parts` tries a tree without a part.
 */
export interface Part {
  /** What it is for, in a few words. */
  readonly is: string
  /** And files in folders of others. */
  readonly folders: readonly string[]
  /** The parts that it imports. They cannot go without it going, too. */
  readonly needs?: readonly string[]
  /** The packages that its users install beside the kit. */
  readonly packages?: readonly string[]
  /** The pages that are about it alone. */
  readonly pages?: readonly string[]
  /** What users import by `animal-store-kit/NAME`, and the module that it is. */
  readonly entries?: Entries
}

type Entries = Readonly<Record<string, string>>

/** What users import of the cores, and of the animals. */
export const coreEntries: Entries = {
  '.': 'mocks/entry',
  server: 'mocks/http/index',
  contract: 'contract-tests/entry',
  fixtures: 'fixtures/all',
  conduct: 'mocks/conduct/index',
}

/** Every part by its name: of the mock, of the suite, of the command line. */
export const parts: Readonly<Record<string, Part>> = {
  faults: { is: 'breaks on purpose', folders: ['mocks/parts/faults'], pages: ['docs/faults.md'] },
  'animal-file': { is: 'animals on disk', folders: ['mocks/parts/animal-file'] },
  redis: {
    is: 'many servers with one state',
    folders: ['mocks/parts/redis', 'scripts/build/peers/redis.js'],
    packages: ['@redis/client'],
    pages: ['docs/replicas.md'],
    entries: { redis: 'mocks/parts/redis/index' },
  },
  panel: {
    is: 'a page of switches',
    folders: ['mocks/parts/panel'],
    pages: ['docs/panel.md'],
    entries: { panel: 'mocks/parts/panel/mount-panel' },
  },
  msw: {
    is: 'handlers for MSW',
    folders: ['mocks/parts/msw', 'scripts/build/peers/msw.js'],
    packages: ['msw'],
    pages: ['docs/recipes/msw.md'],
    entries: { msw: 'mocks/parts/msw/index' },
  },
  browser: {
    is: 'the mock in a tab',
    folders: ['mocks/parts/browser', 'mocks/testing/table-page.ts'],
    needs: ['msw'],
    pages: ['docs/browser-tab.md'],
    entries: { browser: 'mocks/parts/browser/index' },
  },
  node: {
    is: 'the mock in a test process',
    folders: ['mocks/parts/node'],
    needs: ['msw'],
    entries: { node: 'mocks/parts/node/index' },
  },
  data: {
    is: 'animals in a collection of the user',
    folders: ['mocks/parts/data', 'scripts/build/peers/msw-data.js'],
    packages: ['@msw/data'],
    pages: ['docs/msw-data.md'],
    entries: { data: 'mocks/parts/data/index' },
  },
  vite: {
    is: 'a plugin for Vite',
    folders: ['mocks/parts/vite'],
    pages: ['docs/recipes/vite.md'],
    entries: { vite: 'mocks/parts/vite/index' },
  },
  playwright: {
    is: 'fixtures for browser tests',
    folders: ['mocks/parts/playwright', 'scripts/playwright', 'scripts/build/peers/playwright.spec.ts'],
    needs: ['msw'],
    packages: ['@playwright/test'],
    pages: ['docs/recipes/playwright.md'],
    entries: { playwright: 'mocks/parts/playwright/index' },
  },
  shop: {
    is: 'a shop whose page shows the mock',
    folders: ['scripts/storefront', 'scripts/screenshots.ts', 'scripts/testing/other-browsers.ts'],
    needs: ['browser', 'vite', 'panel', 'reports'],
  },
  choices: { is: 'writes the profile of a deployment', folders: ['contract-tests/parts/choices'] },
  thorough: {
    is: 'random sequences of requests',
    folders: ['contract-tests/parts/thorough', 'contract-tests/servers/deep', 'scripts/build/peers/fast-check.js'],
    packages: ['fast-check'],
  },
  traffic: {
    is: 'judges recordings',
    folders: ['contract-tests/parts/traffic', 'scripts/commands/check', 'scripts/prove/traffic.ts'],
    pages: ['docs/traffic.md'],
  },
  reports: {
    is: 'HTML, JUnit, Markdown, GitHub',
    folders: ['contract-tests/parts/reports', 'scripts/commands/github'],
  },
  runners: {
    is: 'a run in test runners, or on an app in this process',
    folders: ['contract-tests/parts/runners', 'scripts/build/peers/vitest.test.js'],
    packages: ['vitest'],
    pages: ['docs/recipes/vitest.md'],
    entries: { 'contract/vitest': 'contract-tests/parts/runners/vitest/index' },
  },
  drift: {
    is: 'compares two deployments',
    folders: ['contract-tests/parts/drift', 'scripts/commands/drift'],
    pages: ['docs/drift.md'],
  },
  proxy: {
    is: 'judges traffic as it flows',
    folders: ['scripts/commands/proxy', 'scripts/fuzz/serve-proxy.ts', 'scripts/testing/raw-deployment.ts'],
    needs: ['traffic'],
  },
  'relies-on': { is: 'which choices a client relies on', folders: ['scripts/commands/relies-on'] },
  seed: {
    is: 'adds animals to a deployment',
    folders: ['scripts/commands/seed', 'fixtures/seed', 'fixtures/line-file.ts'],
  },
  fixtures: { is: 'writes files of animals', folders: ['scripts/commands/fixtures'] },
  calls: {
    is: 'what a running mock was asked, and why it answered so',
    folders: ['scripts/commands/calls', 'scripts/commands/why'],
    needs: ['panel'],
  },
  init: {
    is: 'files that a project begins with',
    folders: ['scripts/commands/init'],
    needs: ['browser', 'panel', 'vite'],
  },
  mcp: {
    is: 'tools for coding agents',
    folders: ['scripts/commands/mcp', 'scripts/build/peers/mcp.js'],
    packages: ['@modelcontextprotocol/server'],
    pages: ['docs/agents.md'],
  },
}

/** All that users import. */
export const entries: Entries = Object.assign({}, coreEntries, ...Object.values(parts).map((part) => part.entries))

/** The part that a file belongs to. */
export function partOf(file: string): string | undefined {
  return Object.entries(parts).find(([, part]) => isIn(part, file))?.[0]
}

export function isIn({ folders }: Pick<Part, 'folders'>, file: string): boolean {
  return folders.some((folder) => file === folder || file.startsWith(`${folder}/`))
}
