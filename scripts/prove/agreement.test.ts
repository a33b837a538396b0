import { expect, test } from 'vitest'
import { Randomness } from '../../fixtures/index.ts'
import { habits } from '../../contract-tests/servers/conforming/habits.ts'
import type { TestServer } from '../../contract-tests/servers/index.ts'
import { openDeployment, startDeployment } from '../../contract-tests/servers/start-deployment.ts'
import { type Behaviour, combined } from '../../contract-tests/servers/variation.ts'
import { compare } from './agreement.ts'

/** A server with one habit of each kind, drawn from a seed. */
function serverOf(seed: number): TestServer {
  const random = new Randomness(seed)
  const drawn = Object.values(habits).map((ofKind) => {
    const named = Object.entries<Behaviour>(ofKind)
    return named[Math.floor(random.next() * named.length)] ?? (['', {}] as const)
  })
  const variation = { hooks: combined(drawn.map(([, behaviour]) => behaviour)) }
  return {
    kind: 'conforming',
    id: `${seed}: ${drawn.map(([name]) => name).join(', ')}`,
    needs: [],
    usual: undefined,
    start: (options = {}) => startDeployment(variation, options),
    open: (options = {}) => openDeployment(variation, options),
  }
}

// `DEPLOYMENTS=72 npx vitest run …` tries as many as that.
const deployments = Number(process.env['DEPLOYMENTS'] ?? 12)

test(
  'a mock with the learned profile answers as a server with the habits of real ones does',
  { timeout: deployments * 10_000 },
  async () => {
    const differing: unknown[] = []
    for (let seed = 1; seed <= deployments; seed++) {
      const server = serverOf(seed)
      const compared = await compare(server)
      expect(compared.length).toBeGreaterThan(35)
      differing.push(
        ...compared.filter((each) => each.server !== each.mock).map((each) => ({ ...each, of: server.id })),
      )
    }
    expect(differing).toEqual([])
  },
)
