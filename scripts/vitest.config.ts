import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { playwright } from '@vitest/browser-playwright'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'
import { animalStore } from '../mocks/parts/vite/index.ts'
import { launchOptions } from './testing/chromium.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
// What a test writes into a folder of its own is no test of this project, also if its run was killed.
const exclude = ['**/node_modules/**', 'dist/**', 'scripts/.*/**']

/**
 * Tests of the packed package, of other runners, browsers and older versions that meet the product, and of what
 * only this repository uses: `npm run test:tools`.
 */
const tools = [
  'mocks/parts/{msw/table.msw-*,redis/simulation}.test.ts',
  'scripts/{recipes,{bench,fuzz,mutants,site}/**/*,prove/agreement}.test.ts',
  'scripts/build/{other-browsers,peers}.test.ts',
  'scripts/{house/linear-time,testing/{wrong-usage,drill/drill}}.test.ts',
]

/** Tests of large tables: `npm test` tries a sample of them, `npm run test:tools` every case. */
const sampled = [
  'contract-tests/{run/suite,parts/thorough/thorough}.test.ts',
  'mocks/{parts/browser/{tab,policy},testing/table}.test.ts',
  'scripts/prove/prove.test.ts',
  'scripts/build/layout.test.ts',
]

/** Tests that take more than a second. */
const slow = [
  'contract-tests/{run/suite,parts/thorough/thorough}.test.ts',
  'mocks/{parts/animal-file/animal-file,testing/table}.test.ts',
  'scripts/{animal-store,storefront/storefront}.test.ts',
  'contract-tests/{session/run-pace,parts/{reports/{html,report},runners/contract-of}}.test.ts',
  'contract-tests/{verdict/causes,servers/**/*}.test.ts',
  'fixtures/{files/pet-files,seed/{seed-animals,seed-journal}}.test.ts',
  'mocks/{parts/{browser,redis,vite}/*,testing/adapters}.test.ts',
  'mocks/{http/{connection,start-server,streams},conduct/matcher,parts/{data/tab,panel/{curl,mount-panel}}}.test.ts',
  'scripts/{pages,run,testing/drill/members,build/*,make/make,playwright/*,prove/*}.test.ts',
  'scripts/commands/{contract,drift,fixtures,ledger,mcp,proxy,relies-on,seed}/*.test.ts',
  'scripts/commands/{interrupted,keys-in-outputs,mock/{open-files,replicas,tls}}.test.ts',
  'spec/shell.test.ts',
]

/** Tests of what changes its process, as MSW does its sockets, or replaces modules: each has one of its own. */
const own = ['mocks/{conduct/clients,parts/{data/animals-in,{msw,node}/*}}.test.ts']

/** Short files last: they fill both cores while the last long ones end. */
const projectOrder = ['tools', 'slow', 'own', 'browser', 'core']

class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project }: TestSpecification) => projectOrder.indexOf(project.name.split(' ')[0] ?? '')
    // Vitest's own order begins with the longest of the last run or, in a fresh clone, with the largest.
    const sorted = await BaseSequencer.prototype.sort.call(this, files)
    return sorted.toSorted((one, other) => place(one) - place(other))
  }
}

export default defineConfig({
  root,
  test: {
    // More than there are cores: many tests wait. spec/decisions/0125-four-files-at-a-time.md
    maxWorkers: 4,
    // Programs that tests start load the same sources again and again.
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') },
    sequence: { sequencer: ByProject },
    testTimeout: 20_000,
    setupFiles: ['scripts/testing/give-back.ts'],
    // A test that asserts nothing proves nothing.
    // A condition may take its time on a busy machine; one that never comes fails before the test's own timeout.
    expect: { requireAssertions: true, poll: { timeout: 8_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'core',
          include: ['**/*.test.ts'],
          exclude: [...exclude, ...slow, ...own, ...tools, '**/*.browser.test.ts'],
          // Half of the time would go into loading the same modules for each file.
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: slow,
          exclude: [...exclude, ...own, ...tools, '**/*.browser.test.ts'],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'own', include: own, exclude: [...exclude, ...tools] } },
      {
        extends: true,
        test: {
          name: 'tools',
          include: [...tools, ...sampled],
          exclude,
          env: { EVERY_CASE: '1' },
          // Each fuzzed server takes a core.
          maxConcurrency: 3,
        },
      },
      {
        extends: true,
        plugins: [animalStore()],
        test: {
          name: 'browser',
          include: ['**/*.browser.test.ts'],
          exclude,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: await browserProvider(),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})

/** A provider that fails when a browser test wants to run without a Chromium: the other tests can run all the same. */
async function browserProvider(): Promise<ReturnType<typeof playwright>> {
  try {
    return playwright({ launchOptions: await launchOptions() })
  } catch (error) {
    const { prewarm: _, ...provider } = playwright()
    return {
      ...provider,
      providerFactory() {
        throw error
      },
    }
  }
}
