import { expect, test } from 'vitest'
import { servers } from '../../contract-tests/servers/index.ts'
import { compare } from './agreement.ts'

/** What a mock cannot play: errors that are no Error, a success for an undocumented call, random pages and orders. */
const beyond = /^(?:gateway-refuses|random-order|by-name|pages-|other-client-adds|undocumented-|statuses-change)/

// The others are special in how they send, which no profile describes.
const asked = servers.filter(
  ({ kind, needs, id }) =>
    kind === 'conforming' && needs.length === 0 && !/^(?:http-1\.0|headers-padded|idle-)/.test(id),
)

test(
  'a mock with the learned profile answers the same calls as each conforming server does',
  { timeout: 300_000 },
  async () => {
    let same = 0
    let all = 0
    const off: string[] = []
    const answers: string[] = []
    for (const server of asked) {
      const compared = await compare(server)
      const differing = compared.filter((one) => one.server !== one.mock)
      all += compared.length
      same += compared.length - differing.length
      if (beyond.test(server.id)) continue
      off.push(...differing.map(({ what }) => `${server.id}: ${what}`))
      answers.push(...differing.map((one) => `${server.id}, ${one.what}: server ${one.server}, mock ${one.mock}`))
    }
    // No choice describes a server that takes a status in capitals, or a path with a slash at its end.
    expect(off, answers.join('\n')).toEqual(['query-any-case: GET /pets?status=SOLD', 'paths-in-any-case: GET /pets/'])
    expect(same / all).toBeGreaterThan(0.97)
  },
)
