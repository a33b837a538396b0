import { expect, test } from 'vitest'
import { BoundedMap } from './bounded-map.ts'

test('beyond its entries, what was set longest ago goes first', () => {
  const latest = new BoundedMap<string, number>({ entries: 2 })
  latest.set('a', 1).set('b', 2).set('a', 3).set('c', 4)
  expect([...latest]).toEqual([
    ['a', 3],
    ['c', 4],
  ])
})

test('beyond its bytes, as many go as it takes, and what was replaced or deleted does not count', () => {
  const latest = new BoundedMap<string, string>({ entries: 10, bytes: 6, bytesOf: (text) => text.length })
  latest.set('a', 'xxx').set('a', 'x').set('b', 'xx').set('c', 'xxx')
  expect([...latest.keys()]).toEqual(['a', 'b', 'c'])
  latest.delete('c')
  latest.set('d', 'xxxx')
  expect([...latest.keys()]).toEqual(['b', 'd'])
  latest.set('e', 'x'.repeat(7))
  expect([...latest]).toEqual([])
})
