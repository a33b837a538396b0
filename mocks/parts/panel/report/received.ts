import { counted } from '../../../../spec/counted.ts'
import type { JournalEntry } from '../../../journal/journal.ts'

/** The call whose reply has most of what assertions received, and that in words. @param calls the latest first, which wins */
export function replyWithReceived(calls: readonly JournalEntry[], failure: string) {
  const values = receivedIn(failure)
  const all = calls.map((call) => ({ call, held: heldOf(values, replyText(call)) }))
  const most = Math.max(1, ...all.map(({ held }) => held.length))
  const best = all.filter(({ held }) => held.length === most)
  // A reply that is that one animal tells more than a list that has it too.
  const { call, held } = best.find((one) => one.call.operation === 'getPet' && one.call.status === 200) ?? best[0] ?? {}
  const [[form = ''] = []] = held ?? []
  const others = best.length > 1 ? `, like ${counted(best.length - 1, 'other')}` : ''
  return call && { call, words: `reply has ${form.replace(/,$/, '').trim()}, which the test received${others}` }
}

/** Tells of a line of a reply, a member of its indented body or the value of a header, whether it has what was received. */
export function receivedMarker(failure: string): (line: string) => boolean {
  const values = receivedIn(failure)
  return (line) => {
    const member = `${line.trim().replace('": ', '":').replace(/,$/, '')},`
    // The numbers of the reply itself; the animals of a list stand deeper.
    const [, alone = line] = /^ {2}"(?:id|status)": (\S+?),?$/.exec(line) ?? []
    return heldOf(values, `${member}\n${alone}\n`).length > 0
  }
}

/** Those of some values that a text has; an app may show them in other letters. */
function heldOf(values: ReturnType<typeof receivedIn>, text: string) {
  const lower = text.toLowerCase()
  return values.filter((forms) => forms.some((form) => lower.includes(form.toLowerCase())))
}

/** What a reply is: its body, then on a line each its status, the number of its animals, its id and the values of its headers. */
function replyText({ status, response: { body, headers } }: JournalEntry): string {
  const animals = body.startsWith('[') ? body.split('"categoryId":').length - 1 : ''
  const id = /^\{"id":(-?\d+)/.exec(body)?.[1]
  const members = body.replaceAll('}', ',}')
  return [members, `"status":${status},`, status, animals, id, ...Object.values(headers), ''].join('\n')
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
