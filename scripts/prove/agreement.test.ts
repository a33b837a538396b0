import { expect, test } from 'vitest'
import { servers } from '../../contract-tests/servers/index.ts'
import { compare } from './agreement.ts'

/** What a mock cannot play: other bodies than an Error, a success for what is undocumented, pages and orders by chance. */
const beyond = /^(?:gateway-refuses|random-order|by-name|pages-|other-client-adds|undocumented-|statuses-change)/

// The way in which these send is nothing that a profile is about, and Node's client takes no second head of theirs.
const asked = servers.filter(
  ({ kind, needs, id }) =>
    kind === 'conforming' && needs.length === 0 && !/^(?:http-1\.0|headers-padded|idle-)/.test(id),
)

test(
  'a mock with the learned profile answers a battery of calls as each conforming server does',
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
    // Lenient readings of a status in capitals and of a slash at the end have no choice.
    expect(off, answers.join('\n')).toEqual(['query-any-case: GET /pets?status=SOLD', 'paths-in-any-case: GET /pets/'])
    expect(same / all).toBeGreaterThan(0.97)
  },
)
