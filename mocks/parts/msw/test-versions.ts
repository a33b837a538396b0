import { vi } from 'vitest'
import { everyCase } from '../../../scripts/testing/cases.ts'

/** The versions of MSW that the adapters are tested with, by the names under which they are installed. */
export const mswVersions: readonly ('msw' | 'msw-2.15' | 'msw-2.7')[] = everyCase
  ? ['msw', 'msw-2.15', 'msw-2.7']
  : ['msw']

/**
 * Makes all later `import()`s use this version of msw. The types are those of MSW 3; tests use only what all versions
 * have.
 */
export async function loadMsw(
  version: (typeof mswVersions)[number],
): Promise<Pick<typeof import('msw'), 'http' | 'HttpResponse'> & Pick<typeof import('msw/node'), 'setupServer'>> {
  vi.resetModules()
  vi.doMock('msw', async () => vi.importActual(version))
  vi.doMock('msw/node', async () => vi.importActual(`${version}/node`))
  const { http, HttpResponse } = await import('msw')
  const { setupServer } = await import('msw/node')
  return { http, HttpResponse, setupServer }
}
