import { writeJson } from '../../spec/index.ts'
import { unseen } from './visible-text.ts'
import type { ControlRequest, InterfaceCall } from '../control/client/transport.ts'

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

const named: Readonly<Record<string, string>> = { '\n': String.raw`\n`, '\r': String.raw`\r`, '\t': String.raw`\t` }

/** A word that a POSIX shell takes as it is, on one line whatever it holds, with all of it to be seen. */
export function quoted(word: string): string {
  if (/^[A-Za-z0-9_./:@%+=,-]+$/.test(word)) return word
  if (!unseen.test(word)) return `'${word.replaceAll("'", String.raw`'\''`)}'`
  // Only $'…' keeps a line break on the line, and shows a mark of writing direction. Of its escapes by number, those in
  // octal have a fixed length: no digit that follows becomes a part of one.
  const escaped = Array.from(word, (character) => {
    if (character === '\\' || character === "'") return `\\${character}`
    if (!unseen.test(character)) return character
    if (named[character] !== undefined) return named[character]
    const bytes = new TextEncoder().encode(character)
    return [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
  })
  return `$'${escaped.join('')}'`
}
