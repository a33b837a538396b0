import type { Decoded } from './decoded.ts'

const [ends, skipped] = [-1, -2]

/** What each character of ASCII is worth as a digit. */
function digits(values: string, between: string, others: Readonly<Record<string, number>> = {}): Int8Array {
  const table = new Int8Array(128).fill(ends)
  for (const sign of between) table[sign.charCodeAt(0)] = skipped
  for (const [value, sign] of values.split('').entries()) table[sign.charCodeAt(0)] = value
  for (const [sign, value] of Object.entries(others)) table[sign.charCodeAt(0)] = value
  return table
}

/** A way to write bytes as text. */
interface Packing {
  readonly bits: number
  /** A shorter run of digits has no piece of a key. */
  readonly fewest: number
  readonly digits: Int8Array
}

const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const small = capitals.toLowerCase()
const base64: Packing = {
  bits: 6,
  fewest: 10,
  digits: digits(`${capitals}${small}0123456789+/`, '\r\n', { '-': 62, _: 63 }),
}
// Of one case each, because most runs of letters are then no base32.
const base32: readonly Packing[] = [capitals, small].map((letters) => ({
  bits: 5,
  fewest: 12,
  digits: digits(`${letters}234567`, '\r\n'),
}))
const hex: Packing = {
  bits: 4,
  fewest: 16,
  digits: digits('0123456789abcdef', ' \t\r\n:,-._"\'\\', { A: 10, B: 11, C: 12, D: 13, E: 14, F: 15 }),
}

/** The bytes of each long run of base64, whichever of its digits is the first of a byte. */
export const bytesOfBase64 = (text: string) => unpackedRuns(text, base64)

/** The same of base32. */
export function* bytesOfBase32(text: string): Generator<Decoded> {
  for (const packing of base32) yield* unpackedRuns(text, packing)
}

/** The same of hex. */
export const bytesOfHex = (text: string) => unpackedRuns(text, hex)

function* unpackedRuns(text: string, packing: Packing): Generator<Decoded> {
  const places = runsIn(text, packing)
  if (places.length === 0) return
  // Then a byte begins with a digit again.
  const offsets = packing.bits === 4 ? 2 : packing.bits === 6 ? 4 : 8
  for (let offset = 0; offset < offsets; offset++) yield unpacked(text, places, offset, packing)
}

/** Long numbers are no base32. */
function hasLetter(text: string, places: Int32Array): boolean {
  return places.some((place) => text.charCodeAt(place) > 57)
}

/** The places of the digits of each long run, and -1 behind it. */
function runsIn(text: string, { digits: values, fewest, bits }: Packing): Int32Array {
  const places = new Int32Array(text.length + 1)
  let length = 0
  let start = 0
  for (let at = 0; at <= text.length; at++) {
    const value = at === text.length ? ends : (values[text.charCodeAt(at)] ?? ends)
    // As in 0x41.
    if (bits === 4 && value === 0 && (text.charCodeAt(at + 1) | 32) === 120) at++
    else if (value >= 0) places[length++] = at
    else if (value === ends && length > start) {
      if (length - start < fewest || (bits === 5 && !hasLetter(text, places.subarray(start, length)))) length = start
      else places[length++] = -1
      start = length
    }
  }
  return places.subarray(0, length)
}

function unpacked(text: string, places: Int32Array, offset: number, { bits, digits: values }: Packing): Decoded {
  const bytes = Buffer.alloc(places.length)
  const from = new Int32Array(places.length)
  const to = new Int32Array(places.length)
  let [length, held, count, index] = [0, 0, 0, 0]
  for (let at = 0; at < places.length; at++) {
    const place = places[at] ?? -1
    if (place === -1) [held, count, index] = [0, 0, 0]
    else if (index++ >= offset) {
      held = ((held << bits) | (values[text.charCodeAt(place)] ?? 0)) & 0xffff
      count += bits
      if (count < 8) continue
      count -= 8
      bytes[length] = (held >> count) & 0xff
      from[length] = places[at - Math.floor((7 + count) / bits)] ?? place
      to[length++] = place + 1
    }
  }
  return { text: bytes.toString('latin1', 0, length), from, to }
}
