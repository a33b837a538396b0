import { counted } from '../../../../spec/counted.ts'
import type { JournalEntry } from '../../../journal/journal.ts'
import { animalsText } from '../../../journal-text/short-reason.ts'

/** The call whose reply has most of what assertions received, and that in words. @param calls the latest first, which wins */
export function replyWithReceived(calls: readonly JournalEntry[], failure: string) {
  const values = receivedIn(failure)
  const replied = calls.filter(({ response }) => response.effect === null)
  const all = replied.map((call) => ({ call, held: heldOf(values, replyText(call)) }))
  const most = Math.max(1, ...all.map(({ held }) => held.length))
  const best = all.filter(({ held }) => held.length === most)
  // A reply that is that one animal tells more than a list that has it too.
  const { call, held } = best.find((one) => one.call.operation === 'getPet' && one.call.status === 200) ?? best[0] ?? {}
  if (!call || !held) return undefined
  // What few replies have tells most.
  const withValue = (value: readonly string[]) => all.filter((one) => one.held.includes(value)).length
  const [rarest = []] = held.toSorted((one, other) => withValue(one) - withValue(other))
  const value = (rarest[0] ?? '').replace(/,$/, '').trim()
  const animals = animalsText(call.response.body)
  const what = animals?.split(' ')[0] === value ? `is a list of ${animals}` : `has ${value}`
  const others = withValue(rarest) > 1 ? `, like ${counted(withValue(rarest) - 1, 'other')}` : ''
  return { call, words: `reply ${what}, which the test received${others}` }
}

/** Tells of a line of a reply, a member of its indented body or the value of a header, whether it has what was received. */
export function receivedMarker(failure: string): (line: string) => boolean {
  const values = receivedIn(failure)
  const [, exact] = roundingIn(failure)
  return (line) => {
    const member = `${line.trim().replace('": ', '":').replace(/,$/, '')},`
    // The numbers of the reply itself; the animals of a list stand deeper.
    const [, alone = line] = /^ {2}"(?:id|status)": (\S+?),?$/.exec(line) ?? []
    return hasNumber(line, exact) || heldOf(values, `${member}\n${alone}\n`).length > 0
  }
}

/** A number that a failure names both rounded and as it is. */
export function roundingIn(failure: string): readonly string[] {
  const numbers = failure.match(/\d{16,}/g) ?? []
  const pairs = numbers.map((exact) => [String(Number(exact)), exact])
  return pairs.find(([rounded, exact]) => rounded !== exact && numbers.some((one) => one === rounded)) ?? []
}

/** Whether a text has a number, not only as a part of a longer one. */
export const hasNumber = (text: string, number?: string) =>
  number !== undefined && new RegExp(`(?<!\\d)${number}(?!\\d)`).test(text)

/** Those of some values that a text has; an app may show them in other letters. */
function heldOf(values: ReturnType<typeof receivedIn>, text: string) {
  const lower = text.toLowerCase()
  return values.filter((forms) => forms.some((form) => lower.includes(form.toLowerCase())))
}

/** What a reply is: its body, then on a line each its status, the number of its animals, its id and the values of its headers. */
function replyText(call: JournalEntry): string {
  const { body, headers } = call.response
  const animals = animalsText(body)?.split(' ')[0]
  const id = /^\{"id":(-?\d+)/.exec(body)?.[1]
  const members = body.replaceAll('}', ',}')
  return [members, `"status":${call.status},`, call.status, animals, id, ...Object.values(headers), ''].join('\n')
}

/** Each value that assertions received, in the forms that it has in a reply; where there is none, the statuses that are named. */
export function receivedIn(failure: string): readonly (readonly string[])[] {
  const told = failure.split('\n').flatMap((line) => {
    const value = /^(?:\+(?! Received| actual)| *Received(?: \w+)?:)(.*)/.exec(line) ?? /^(.*) !== /.exec(line)
    return value?.[1] ?? []
  })
  const asserted = Array.from(failure.matchAll(/\bexpected (.*?) (?:not )?to /g), ([, value = '']) => value)
  const isSome = (line: string) => !/^(?:undefined|null|false|<element\(s\) not found>)?$/.test(line.trim())
  const lines = [told, asserted].find((all) => all.some(isSome)) ?? []
  const statuses = (lines.join('\n') || failure.replaceAll(/\n +at .*/g, '')).match(/\b[45]\d\d\b/g) ?? []
  // More of them tell no more, and bodies are long.
  return [...lines, ...statuses].flatMap(valuesIn).slice(0, 20)
}

/** A member and its value, quoted or a number; a name alone is none. */
const written =
  /(?:\b(\w+)["']?: *)?(?:"((?:[^"\\]|\\.)*)"(?! *:)|'((?:[^'\\]|\\.)*)'(?! *:)|(?<![\w.(])(-?\d+)(?![\w.]))/g

function valuesIn(line: string): readonly (readonly string[])[] {
  const values = Array.from(line.matchAll(written), ([, name, double, single, number]) => {
    const text = double ?? single
    if (text !== undefined) return [JSON.stringify(text), `\n${text}\n`]
    return [name === undefined ? `\n${number}\n` : `"${name}":${number},`]
  })
  // A text may stand there without quotes.
  return values.length > 0 || !/\w/.test(line) ? values : [[JSON.stringify(line.trim())]]
}
