import { vi } from 'vitest'

/** The versions of MSW that the adapters are tested with, by the names under which they are installed. */
export const mswVersions = ['msw', 'msw-2.15', 'msw-2.12'] as const

/**
 * Lets whatever is imported from now on, by `import()`, have this version where it imports msw.
 * The types are MSW 3's; the tests use what all versions have.
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
