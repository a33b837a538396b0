import { writeJson } from '../../spec/index.ts'
import type { ControlRequest, InterfaceCall } from './transport/transport.ts'

/** The one line for a POSIX shell that sends the same request of the control API. The token has a variable's place. */
export function controlCurl(origin: string, { method, target, body }: ControlRequest, needsToken: boolean): string {
  return [
    'curl',
    ...(method === 'GET' ? [] : ['-X', method]),
    ...(needsToken ? ['-H', '"Authorization: Bearer ${ANIMAL_STORE_TOKEN}"'] : []),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", '-d', quoted(writeJson(body))]),
    quoted(origin + target),
  ].join(' ')
}

/** The one line for a POSIX shell that sends the same call of the interface. */
export function interfaceCurl(origin: string, { method, target, headers, body }: InterfaceCall): string {
  return [
    'curl -i',
    // curl itself would take brackets for a range, and dots for steps of a path.
    ...(/[[\]{}]/.test(target) ? ['-g'] : []),
    ...(target.includes('/.') ? ['--path-as-is'] : []),
    ...(method === 'GET' ? [] : method === 'HEAD' ? ['-I'] : ['-X', quoted(method)]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined || body === '' ? [] : ['--data-raw', quoted(body)]),
    quoted(origin + target),
  ].join(' ')
}

/** A word that a POSIX shell takes as it is, on one line whatever it holds. */
export function quoted(word: string): string {
  if (/^[A-Za-z0-9_./:@%+=,-]+$/.test(word)) return word
  if (!/\p{Cc}/u.test(word)) return `'${word.replaceAll("'", String.raw`'\''`)}'`
  // Only $'…' keeps a line break or another control character on the line. Of its escapes, those in octal have a fixed
  // length: no digit that follows becomes a part of one.
  const escaped = word.replaceAll(/[\\']|\p{Cc}/gu, (character) => {
    if (character === '\\' || character === "'") return `\\${character}`
    const bytes = new TextEncoder().encode(character)
    return [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
  })
  return `$'${escaped}'`
}
