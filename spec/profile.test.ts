import { expect, test } from 'vitest'
import { ProfileError, defaultProfile, parseProfile, silences } from './index.ts'

test('the default of every silence is one that it allows', () => {
  for (const { id } of silences) expect(parseProfile({ [id]: defaultProfile[id] }), id).toEqual(defaultProfile)
})

test('choices complete a base and leave the rest of it alone', () => {
  const base = parseProfile({ 'list-order': 'newest-first' })
  expect(parseProfile({ 'page-cap': 5 }, base)).toEqual({ ...base, 'page-cap': '5' })
})

test.each([
  ['page-cap', '100', '101'],
  ['page-cap', '1', '0'],
  ['ban', '3/60', '3'],
  ['enterprise', '1000000000/1000000000', '0/5'],
  ['error-codes', 'not_found:E404,gone:E410', 'not_found'],
  ['error-codes', 'unauthorized/missing:E401,invalid_body/name/blank:E1', 'unauthorized/:E401'],
  ['invalid-query', 'reject-418', 'reject-200'],
  ['category-check', 'known-422', 'known-600'],
  ['name-check', 'no-blank-255', 'no-blank-0'],
  ['undocumented', '404-501', '204-404'],
  ['further-members', '{"createdAt":"2026-01-01"}', 'createdAt'],
])('the form of %s accepts %s and refuses %s', (id, good, bad) => {
  expect(parseProfile({ [id]: good })).toMatchObject({ [id]: good })
  expect(() => parseProfile({ [id]: bad })).toThrow(ProfileError)
})

test('every problem is named at once, with what is allowed and what was probably meant', () => {
  const choices = {
    'list-ordre': 'newest-first',
    paging: 'pages',
    'no-such-thing-at-all': 'x',
    'list-order': 'newest-fisrt',
    'page-cap': null,
  }
  const error = (() => {
    try {
      return parseProfile(choices)
    } catch (thrown) {
      return thrown
    }
  })()
  expect(error).toBeInstanceOf(ProfileError)
  expect((error as ProfileError).problems).toEqual([
    'There is no silence "list-ordre". Did you mean "list-order"?',
    'The silence "paging" has no choice "pages". Allowed: none, link.',
    expect.stringMatching(/^There is no silence "no-such-thing-at-all"\. There are \d+, such as media-type, /),
    'The silence "list-order" has no choice "newest-fisrt". Did you mean "newest-first"? Allowed: oldest-first, newest-first.',
    'The silence "page-cap" has no choice null. Allowed: none, NUMBER.',
  ])
})

test('a prototype name is no silence', () => {
  expect(() => parseProfile(JSON.parse('{"__proto__":"x"}'))).toThrow('There is no silence "__proto__"')
  expect(() => parseProfile({ paging: 'toString' })).toThrow('has no choice "toString"')
})
