import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: { maxWorkers: 2, exclude: ['**/node_modules/**', 'dist/**'], include: ['**/*.test.ts'] },
})
