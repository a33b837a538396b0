import { expect, test } from 'vitest'
import { servers } from './index.ts'
import type { StartOptions, TestServer } from './test-server.ts'
import { type Witness, clientOf } from './witness.ts'

/** Defines the tests of the servers of a kind: each does what its witness asks about, and the plain one does not. */
export function proveWitnesses(kind: TestServer['kind'], witnesses: Readonly<Record<string, Witness>>): void {
  const [plain, ...others] = servers
  const ofKind = others.filter((server) => server.kind === kind)

  test(`every ${kind} server has a witness, and every witness a server`, () => {
    expect(Object.keys(witnesses).toSorted()).toEqual(ofKind.map(({ id }) => id).toSorted())
  })

  test.each(ofKind.map((server) => [server.id, server.summary, server] as const))('%s: %s', async (id, _, server) => {
    const options: StartOptions = {
      // Who is slow must be slower than a busy machine, and who remembers must do so for longer than it takes.
      timeScale: id.startsWith('slow-') ? 0.5 : /^drip|^list-cached$/.test(id) ? 1 : 0.1,
      // The smallest quota is used up soonest.
      ...(server.needs.includes('rate-limit') && { plan: 'free' }),
      ...(server.needs.includes('after-removal') && { today: Date.UTC(2031, 0, 1) }),
    }
    expect(await seen(server, witnesses[id], options), 'The server does what it promises').toBe(true)
    expect(await seen(plain, witnesses[id], options), 'The plain server does it').toBe(false)
  })
}

async function seen(
  server: TestServer | undefined,
  witness: Witness | undefined,
  options: StartOptions,
): Promise<boolean> {
  if (server === undefined || witness === undefined) throw new Error('There is no server or no witness.')
  let skipped = 0
  const deployment = await server.start({ now: () => Date.now() + skipped, ...options })
  try {
    return await witness({ ...clientOf(deployment), skip: (milliseconds) => (skipped += milliseconds) })
  } finally {
    await deployment.close()
  }
}
