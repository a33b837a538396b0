import { expect, test } from 'vitest'
import { servers } from './index.ts'
import type { StartOptions, TestServer } from './test-server.ts'
import { type Witness, clientOf } from './witness.ts'

/** Defines the tests of the servers of a kind: each does what its witness asks about, and the plain one does not. */
export function proveWitnesses(kind: TestServer['kind'], witnesses: Readonly<Record<string, Witness>>): void {
  const plain = servers[0]!
  const ofKind = servers.filter((server) => server.kind === kind && server !== plain)
  const ids = ofKind.map(({ id }) => id)
  const file = `contract-tests/servers/${kind}/${kind}.test.ts`

  test(`every ${kind} server has a witness, and every witness a server`, () => {
    const missing = ids.filter((id) => witnesses[id] === undefined)
    expect(missing, `Add a witness for each of these servers to ${file}`).toEqual([])
    const unknown = Object.keys(witnesses).filter((name) => !ids.includes(name))
    expect(unknown, `${file} has witnesses for unknown servers`).toEqual([])
  })

  const pairs = ofKind.flatMap((server) => {
    const witness = witnesses[server.id]
    return witness === undefined ? [] : [[server.id, server.summary, server, witness] as const]
  })
  test.each(pairs)('%s: %s', async (id, _, server, witness) => {
    const options: StartOptions = {
      // Who is slow must be slower than a busy machine, and who remembers must do so for longer than it takes.
      timeScale: id.startsWith('slow-') ? 0.5 : /^drip|^list-cached$/.test(id) ? 1 : 0.1,
      // The smallest quota is used up soonest.
      ...(server.needs.includes('rate-limit') && { plan: 'free' }),
      ...(server.needs.includes('after-removal') && { today: Date.UTC(2031, 0, 1) }),
    }
    expect(await seen(server, witness, options), 'The server does what it promises').toBe(true)
    expect(await seen(plain, witness, options), 'The plain server does it').toBe(false)
  })
}

async function seen(server: TestServer, witness: Witness, options: StartOptions): Promise<boolean> {
  let skipped = 0
  // What sends in a way of its own listens on a port, and so do those whose witnesses look at the wire.
  const isOnPort = server.kind === 'conforming' || server.kind === 'hostile'
  const deployment = await server[isOnPort ? 'start' : 'open']({ now: () => Date.now() + skipped, ...options })
  try {
    return await witness({ ...clientOf(deployment), skip: (milliseconds) => (skipped += milliseconds) })
  } finally {
    await deployment.close()
  }
}
