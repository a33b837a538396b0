import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printable } from './printable.ts'
import { curlLine, filePath, shellLine, shellWord } from './shell.ts'

const shells = ['sh', 'dash', 'bash', 'zsh', 'fish', 'ksh', 'mksh'].filter(
  (shell) => spawnSync(shell, ['-c', ':']).status === 0,
)

/** What a shell makes of words, as a command gets them. */
function readBack(shell: string, words: readonly string[]): readonly string[] {
  const { stdout } = spawnSync(shell, ['-c', shellLine(['printf', String.raw`%s\0`, ...words])], { encoding: 'utf8' })
  return stdout.split('\0').slice(0, -1)
}

/** What of a text a word can hold. */
const inWord = (text: string) =>
  Buffer.from(text.replaceAll('\0', '\uFFFD'))
    .toString()
    .replace(printable(text) === text ? /$^/ : /\n+$/, '')

const payloads = [
  '',
  ' ',
  '-rf',
  '--',
  '~',
  '~root',
  '*',
  '?',
  '=ls',
  '!!',
  '!$',
  '#',
  'a;echo pasted',
  '$(echo pasted)',
  '`echo pasted`',
  '${HOME}',
  "'; echo pasted; '",
  String.raw`\'; echo pasted; '`,
  '"; echo pasted; "',
  '\n echo pasted\n',
  '\r\necho pasted',
  "\u001b[201~\necho pasted\n'",
  '\0; echo pasted',
  'a&b|c<d>e(f)g{h,i}',
  '\\',
  String.raw`\\'`,
  '\\\n',
  "''",
  `"'"`,
  '%s%d%%',
  String.raw`\0101\c\x41`,
  "\u202e'; echo pasted",
  '\u2028\u2066\ufeff\u200b',
  '\ud800',
  '\u0085\u009b2J',
  '##vso[task.setvariable]',
  '::error::x',
  "' && echo pasted && '",
  'Ünï 👩‍🚀 日本 עברית',
  '{"x\'; echo pasted; echo \'":1}',
]

test.each(shells)('%s runs nothing of a word, and gives every byte of it', (shell) => {
  expect(readBack(shell, payloads)).toEqual(payloads.map(inWord))
  const part = fc.oneof(
    fc.constantFrom(...payloads),
    fc.string({
      unit: fc.constantFrom("'", '"', '\\', '$', '`', '!', ';', '&', '(', ')', '~', '#', '=', '%', ' ', '0'),
    }),
    fc.string({
      unit: fc.constantFrom("'", '\\', '\n', '\r', '\t', '\u001b', '\u0085', '\u202E', '\u200B', '\u2028', '0'),
    }),
    fc.string({ unit: 'binary', maxLength: 5 }),
  )
  const texts = fc.array(
    fc.array(part, { maxLength: 6 }).map((parts) => parts.join('')),
    { minLength: 50, maxLength: 100 },
  )
  fc.assert(
    fc.property(texts, (given) => {
      expect(readBack(shell, given)).toEqual(given.map(inWord))
    }),
    { numRuns: 3 },
  )
})

test('a line is one line, and no report needs to escape anything in it', () => {
  expect(shells).toContain('sh')
  for (const text of payloads) expect(printable(shellWord(text))).toBe(shellWord(text))
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => printable(shellWord(text)) === shellWord(text)))
})

test.each([
  ['list-order=newest-first', 'list-order=newest-first'],
  ['', '""'],
  ['my file', '"my file"'],
  ["Bob's", `"Bob's"`],
  ['{"name":"Rex"}', `'{"name":"Rex"}'`],
  [`{"name":"Bob's"}`, `'{"name":"Bob'"'"'s"}'`],
  [String.raw`{"name":"a\nb"}`, String.raw`'{"name":"a'\\'nb"}'`],
  ['a\u202Eb!', String.raw`"$(printf %b 'a\0342\0200\0256b\0041')"`],
])('%j becomes %s', (text, word) => {
  expect(shellWord(text)).toBe(word)
})

test('a path is no option', () => {
  expect([filePath('-n'), filePath('a-n')]).toEqual(['./-n', 'a-n'])
})

test.each([
  [{ method: 'GET', url: 'http://127.0.0.1/v1/pets?limit=1' }, 'curl "http://127.0.0.1/v1/pets?limit=1"'],
  [{ method: 'HEAD', url: 'http://a/v1/pets' }, 'curl -I http://a/v1/pets'],
  // What it would take for a range, for steps of a path, and for the name of a file.
  [{ method: 'GET', url: 'http://a/v1/pets?tag[]={a}' }, 'curl -g "http://a/v1/pets?tag[]={a}"'],
  [{ method: 'GET', url: 'http://a/v1/../pets' }, 'curl --path-as-is http://a/v1/../pets'],
  [{ method: 'POST', url: 'http://a/', body: '@/etc/passwd' }, 'curl -X POST --data-raw @/etc/passwd http://a/'],
  [{ method: 'GET', url: 'http://a/', body: '1' }, 'curl -X GET --data-raw 1 http://a/'],
  [{ method: 'G;T', url: 'http://a/' }, 'curl -X "G;T" http://a/'],
  [
    { method: 'GET', url: 'http://a/', headers: [{ code: '"Authorization: Bearer ${API_KEY}"' }, 'a: $b'] },
    `curl -H "Authorization: Bearer \${API_KEY}" -H 'a: $b' http://a/`,
  ],
])('%j is sent by %s', (request, line) => {
  expect(curlLine(request)).toBe(line)
})

test.each(shells)('in %s, curl gets a body byte for byte, line ends and NULs included', (shell) => {
  const bodies = [...payloads, '{\n}\n', '\n', '\0\0', "'\n"]
  // It prints what would be sent: the last word but one, or what comes over the pipe.
  const fake = 'case $4 in @-) cat;; *) printf %s "$4";; esac; printf "<end>"'
  const lines = bodies.map((body) => curlLine({ method: 'POST', url: 'http://a/', body }))
  const script = lines.map((line) => line.replace('curl ', 'sh -c "$fake" curl ')).join('\n')
  const { stdout } = spawnSync(shell, ['-c', script], { env: { ...process.env, fake } })
  expect(stdout).toEqual(Buffer.from(bodies.map((body) => `${body}<end>`).join('')))
})
