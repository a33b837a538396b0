import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Profile } from '../../spec/index.ts'
import { type AdapterName, callsTable } from './calls-table.ts'
import type { AnimalStore } from '../entry.ts'
import { type Seen, newStore, tellCore } from './play-table.ts'

/** Choices that are not the default and change replies. */
const otherProfile: Partial<Profile> = {
  'media-type': 'reject-415',
  'status-default': 'available',
  'unknown-fields': 'reject',
  'error-codes': 'not_found:E404,unauthorized:É401',
  undocumented: 'not-found',
  'list-order': 'newest-first',
  paging: 'link',
  'page-cap': '7',
  'invalid-query': 'reject-422',
  'large-body': 'reject',
  'full-store': 'reject-503',
  'malformed-id': 'reject',
  'rate-body': 'empty',
  'retry-after': 'http-date',
  'rate-window': 'day',
  'rate-anonymous': 'yes',
  'deprecation-headers': 'both',
}

/** Tests that the adapter replies to each call of the table as the core does, or rightly skips it. */
export function describeAdapter(
  title: string,
  adapter: AdapterName,
  tell: (store: AnimalStore) => Promise<(Seen | Error)[]>,
): void {
  const named = (story: readonly (Seen | Error)[], isLeftOut: boolean) =>
    callsTable.flatMap(({ name, skip }, index) =>
      (skip[adapter] !== undefined) === isLeftOut ? [[index, name, story[index]] as const] : [],
    )

  describe.each([title])('%s', () => {
    let stories: readonly (readonly [core: (Seen | Error)[], told: (Seen | Error)[]])[]
    beforeAll(async () => {
      const tellBoth = async (profile: Partial<Profile>) =>
        [await tellCore(newStore(profile)), await tell(newStore(profile))] as const
      const telling = tellBoth({})
      // A process can have one MSW at a time. Tabs are independent.
      if (adapter !== 'tab') await telling
      stories = await Promise.all([telling, tellBoth(otherProfile)])
    }, 60_000)

    test.each([
      ['the default choices', 0],
      ['other choices', 1],
    ])('every call gets the same bytes as in the core under %s for the silences', (_choices, index) => {
      const [core = [], told = []] = stories[index] ?? []
      expect(named(told, false)).toEqual(named(core, false))
      expect(told).toHaveLength(callsTable.length)
    })

    test('what is left out could not be carried', () => {
      const [core = [], told = []] = stories[0] ?? []
      const carried = named(told, true).filter(([index]) => isDeepStrictEqual(told[index], core[index]))
      expect(carried).toEqual([])
      expect(stories[1]?.[0]).not.toEqual(core)
    })
  })
}
