import { defineConfig } from '@playwright/test'
import type { MockFixtures } from '../../mocks/parts/playwright/index.ts'
import { launchOptions } from '../testing/chromium.ts'

export default defineConfig<MockFixtures>({
  testDir: '.',
  fullyParallel: true,
  workers: Number(process.env['WORKERS'] ?? 1),
  reporter: 'json',
  outputDir: process.env['OUTPUT'] ?? 'test-results',
  use: { baseURL: process.env['SHOP_URL'] ?? '', launchOptions: await launchOptions() },
  projects: [
    {
      name: 'served',
      testMatch: ['served.spec.ts', '.recipe/*.spec.ts'],
      use: { mockOptions: { url: process.env['MOCK_URL'] ?? '' } },
    },
    {
      name: 'own',
      testMatch: 'own.spec.ts',
      use: { mockOptions: { baseUrl: 'https://api.example.test/v1', dataset: 'one' } },
    },
  ],
})
