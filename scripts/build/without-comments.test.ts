import { expect, test } from 'vitest'
import { withoutComments } from './without-comments.ts'

test('takes out comments, and neither texts that look like one nor what a bundler reads', () => {
  const code = [
    '/** One. */',
    'const text = `',
    '// stays',
    '/* stays */`',
    '    // a line',
    'const address = "https://a.example/v1" // behind a line',
    'await import(/* webpackIgnore: true */ /* @vite-ignore */ text)',
  ].join('\n')
  expect(withoutComments('a.js', code).trim().split('\n')).toEqual([
    'const text = `',
    '// stays',
    '/* stays */`',
    'const address = "https://a.example/v1" ',
    'await import(/* webpackIgnore: true */ /* @vite-ignore */ text)',
  ])
})
