import { testKeys } from './keys.ts'

/** Kept apart from the keys, because a page that loads the mock needs no words. */
const summaries: Readonly<Record<keyof typeof testKeys, string>> = {
  test_free: 'valid, Free plan',
  test_pro: 'valid, Pro plan',
  test_business: 'valid, Business plan',
  test_enterprise: 'valid, Enterprise plan',
  test_revoked: 'known, but revoked: 401',
  test_expired: 'known, but expired: 401',
  test_free_exhausted: 'Free plan, no request left until the minute ends: 429',
  test_free_last: 'Free plan, one request left in the minute',
  test_banned: 'Free plan, banned for a while: 429',
}

/** Every test key, with a summary. */
export const describedKeys = Object.entries(summaries).map(([key, summary]) => ({
  key,
  // Both tables have the same keys.
  ...testKeys[key as keyof typeof testKeys],
  summary,
}))
