import type { Profile } from '../../spec/index.ts'
import { type Seen, play, requestFor, seenInFetch, storeOptions } from './play-table.ts'
import { startMock } from '../parts/browser/index.ts'

/** Plays the table in this tab, through its service worker. A call that could not be sent becomes a text. */
export async function tell(profile: Profile): Promise<(Seen | string)[]> {
  const mock = await startMock({ baseUrl: 'http://mock.test/shop/v1', quiet: true, ...storeOptions(profile) })
  const story = await play(async (call) => seenInFetch(await fetch(requestFor('http://mock.test/shop', call))))
  await mock.stop()
  return story.map((seen) => (seen instanceof Error ? String(seen) : seen))
}
