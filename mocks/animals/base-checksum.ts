import { crc32 } from 'node:zlib'
import { writeJson } from '../../spec/json.ts'
import type { BaseItems, Item } from './items.ts'

/** A digest of the items that sandboxes begin with. What a store kept with another one is of another dataset or version. */
export function baseChecksum<I extends Item>({ items }: BaseItems<I>): string {
  const checksum = items.reduce<number>((before, item) => crc32(writeJson(item), before), 0)
  return checksum.toString(16).padStart(8, '0')
}
