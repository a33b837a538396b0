import { crc32 } from 'node:zlib'
import { writeJson } from '../../spec/json.ts'
import type { BaseItems, Item } from './items.ts'
import { coveredBase } from './covered-base.ts'

/** The digest of {@link coveredBase}, as Node makes it. */
export function baseChecksum<I extends Item>(base: BaseItems<I>, written?: string): string {
  const { items, members } = coveredBase(base, written)
  const checksum = items.reduce<number>((before, item) => crc32(writeJson(item), before), 0)
  return checksum.toString(16).padStart(8, '0') + members
}
