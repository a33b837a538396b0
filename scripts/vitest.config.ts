import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { playwright } from '@vitest/browser-playwright'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { launchOptions } from './testing/chromium.ts'

const exclude = ['**/node_modules/**', 'dist/**']

/** Tests that take more than a second, or must have a process of their own. */
const slow = [
  'contract-tests/{run/{suite,pace},report/{html,report},servers/**/*,thorough/*}.test.ts',
  'fixtures/seed/*.test.ts',
  // Those of MSW patch the sockets of their process.
  'mocks/{browser,data,msw,node,redis,testing,state,vite}/*.test.ts',
  'mocks/{conduct/{clients,matcher},faults/faults,http/{connection,start-server,streams},panel/{curl,mount-panel}}.test.ts',
  'scripts/{animal-store,pages,recipes,bench/*,build/*,fuzz/*,playwright/*,prove/*,storefront/storefront}.test.ts',
  'scripts/commands/{contract,drift,fixtures,mcp,proxy,relies-on,seed}/*.test.ts',
  'scripts/commands/mock/replicas.test.ts',
]

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    maxWorkers: 3,
    // A test that asserts nothing proves nothing.
    // A condition may take its time on a busy machine; one that never comes fails before the test's own timeout.
    expect: { requireAssertions: true, poll: { timeout: 8_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'core',
          include: ['**/*.test.ts'],
          exclude: [...exclude, ...slow, '**/*.browser.test.ts'],
          testTimeout: 10_000,
          // Half of the time would go into loading the same modules for each file.
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'slow', include: slow, exclude: [...exclude, '**/*.browser.test.ts'], testTimeout: 10_000 },
      },
      {
        extends: true,
        plugins: [serveWorkerScript()],
        test: {
          name: 'browser',
          include: ['**/*.browser.test.ts'],
          exclude,
          testTimeout: 20_000,
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

/** Serves MSW's worker script, which a page must get from its own address. */
function serveWorkerScript(): Plugin {
  const script = fileURLToPath(import.meta.resolve('msw/mockServiceWorker.js'))
  return {
    name: 'serve-worker-script',
    configureServer({ middlewares }) {
      middlewares.use('/mockServiceWorker.js', (_request, response) => {
        response.setHeader('Content-Type', 'text/javascript').end(readFileSync(script))
      })
    },
  }
}

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
