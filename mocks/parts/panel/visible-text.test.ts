import { expect, test } from 'vitest'
import { visibleText } from './visible-text.ts'

test.each([
  ['Bella the Dachshund 🐕', 'Bella the Dachshund 🐕'],
  ['فرس עברית 猫', 'فرس עברית 猫'],
  ['👩‍🚀', '👩‍🚀'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['a\u202Eb', 'a⟨U+202E⟩b'],
  ['a\u2066b\u2069', 'a⟨U+2066⟩b⟨U+2069⟩'],
  ['a\u0000\u001b[31m', 'a⟨U+0000⟩⟨U+001B⟩[31m'],
  ['a\nb\tc', 'a⟨U+000A⟩b⟨U+0009⟩c'],
  ['a\u2028b', 'a⟨U+2028⟩b'],
  ['a\uD800b', 'a⟨U+D800⟩b'],
  ['a\u{E0041}b', 'a⟨U+E0041⟩b'],
  ['a\uFEFFb\u200Bc', 'a⟨U+FEFF⟩b⟨U+200B⟩c'],
])('shows %j as %j', (text, shown) => {
  expect(visibleText(text)).toBe(shown)
})

test('keeps line breaks and tabs if asked to', () => {
  expect(visibleText('{\n\t"a": 1\r\n}', true)).toBe('{\n\t"a": 1⟨U+000D⟩\n}')
})

test('shows the beginning of what is far too long for one line, and says how long it is', () => {
  expect(visibleText('x'.repeat(10_000))).toBe('x'.repeat(10_000))
  expect(visibleText('x'.repeat(1_000_000))).toBe(`${'x'.repeat(10_000)}… (1,000,000 characters)`)
  expect(visibleText(`${'x'.repeat(9_999)}🐕🐕`)).toBe(`${'x'.repeat(9_999)}… (10,003 characters)`)
  expect(visibleText('x'.repeat(1_000_000), true)).toHaveLength(1_000_000)
})
