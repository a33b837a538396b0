/** The mock in tests of Playwright: every test has a sandbox of its own. */
import { writeFile } from 'node:fs/promises'
import { type TestInfo, test as base } from '@playwright/test'
import { type MockOptions, TestMock } from './test-mock.ts'

export { expect } from '@playwright/test'
export type { MockOptions, OwnMock, ServedMock, TestMock } from './test-mock.ts'

/** The fixtures that a test may use beside Playwright's own. */
export interface MockFixtures {
  /** Which mock the tests meet; to be set by `use` in the configuration or by `test.use`. */
  readonly mockOptions: MockOptions
  /** The mock of this test. */
  readonly mock: TestMock
}

/**
 * Playwright's `test` with a mock. If the mock is a server, headers name the sandbox of the test in `request` and in the
 * requests of pages to the app. If a test fails, two things are attached to its report: the calls to the mock, and
 * `animal-store.html`, the panel as it was then.
 */
export const test = base.extend<MockFixtures>({
  mockOptions: [{}, { option: true }],
  mock: async ({ mockOptions, baseURL }, use, testInfo) => {
    const mock = new TestMock(mockOptions, testInfo.title, baseURL)
    await mock.open()
    await use(mock)
    if (testInfo.status === testInfo.expectedStatus) return mock.close()
    await attachReport(mock, testInfo)
  },
  request: async ({ playwright, extraHTTPHeaders, mock }, use) => {
    const request = await playwright.request.newContext({ extraHTTPHeaders: { ...extraHTTPHeaders, ...mock.headers } })
    await use(request)
    await request.dispose()
  },
  context: async ({ context, mock }, use) => {
    const leave = await mock.route(context)
    await use(context)
    await leave()
  },
})

/** Attaches what the mock knows of a test that failed. */
async function attachReport(mock: TestMock, testInfo: TestInfo): Promise<void> {
  await testInfo.attach('calls to the mock', { body: await mock.report(), contentType: 'text/plain' })
  const path = testInfo.outputPath('animal-store.html')
  try {
    await writeFile(path, await mock.reportPage({ test: testInfo.titlePath.join(' › '), errors: testInfo.errors }), {
      mode: 0o600,
    })
    await testInfo.attach('animal-store.html', { path, contentType: 'text/html' })
  } catch (error) {
    // A server of one's own may have no panel. The test has failed for another reason.
    testInfo.annotations.push({ type: 'animal-store.html', description: String(error) })
  }
}
