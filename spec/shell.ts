import { printable } from './printable.ts'

/** A word of a command: a text that the shell takes as it is, or `code` for it to read, such as `"$API_KEY"`. */
export type ShellPart = string | { readonly code: string }

/**
 * A command for a terminal, on one line: every command that the kit shows is made here, as
 * spec/decisions/0154-commands-that-are-shown.md has it.
 */
export function shellLine(words: readonly ShellPart[]): string {
  return words.map((word) => (typeof word === 'string' ? shellWord(word) : word.code)).join(' ')
}

/**
 * Quotes a text as one word for sh, bash, dash, zsh and fish. The word runs nothing, is one line, and shows every
 * character. It cannot hold a NUL, which becomes U+FFFD, nor end with a line end, which is left out.
 */
export function shellWord(text: string): string {
  // zsh reads a word that begins with "=" as the name of a command.
  if (/^(?!=)[A-Za-z0-9_./:@%+,=-]+$/.test(text)) return text
  if (printable(text) !== text) return `"$(${printfOf(text.replaceAll('\0', '\uFFFD'))})"`
  // cmd.exe and PowerShell know these quotes, too. An interactive bash replaces a "!" inside them.
  if (/^[ -~]*$/.test(text) && !/["$`\\!]/.test(text)) return `"${text}"`
  // fish reads a backslash inside single quotes, so backslashes stand outside of them.
  const quoted = text.replaceAll(/'+/g, `'"$&"'`).replaceAll(/\\+/g, (run) => `'${run}${run}'`)
  return `'${quoted}'`
}

/** The same path in a form that no command reads as an option. */
export function filePath(path: string): string {
  return path.startsWith('-') ? `./${path}` : path
}

/** The command that prints a text, with octal numbers for invisible characters: POSIX has no other way on one line. */
function printfOf(text: string): string {
  // "!" and "#" are there for the history of bash, and for GitHub, which takes ##[…] for a command.
  const escaped = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}'\\!#]/gu, (character) =>
    // Of a fixed length, so that a digit behind it does not become part of it.
    [...new TextEncoder().encode(character)].map((byte) => `\\0${byte.toString(8).padStart(3, '0')}`).join(''),
  )
  return `printf %b '${escaped}'`
}

/** A request that `curl` is to send. */
interface CurlRequest {
  readonly method: string
  readonly url: string
  /** Whole lines, such as `Content-Type: application/json`. */
  readonly headers?: readonly ShellPart[]
  readonly body?: string | undefined
  /** Further options, such as `-i`. */
  readonly options?: readonly string[]
}

/** The command that sends a request with `curl`, byte for byte. */
export function curlLine({ method, url, headers = [], body, options = [] }: CurlRequest): string {
  const isPiped = body !== undefined && printable(body) !== body
  const curl = shellLine([
    'curl',
    ...options,
    // curl itself would read brackets as a range, and dots as steps of a path.
    ...(/[[\]{}]/.test(url) ? ['-g'] : []),
    ...(url.includes('/.') ? ['--path-as-is'] : []),
    ...(method === 'HEAD' ? ['-I'] : method === 'GET' && body === undefined ? [] : ['-X', method]),
    ...headers.flatMap((header) => ['-H', header]),
    // With -d, a body that begins with "@" would name a file to be sent.
    ...(body === undefined ? [] : isPiped ? ['--data-binary', '@-'] : ['--data-raw', body]),
    url,
  ])
  return isPiped ? `${printfOf(body)} | ${curl}` : curl
}
