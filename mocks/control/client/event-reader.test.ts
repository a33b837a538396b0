import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EventReader } from './event-reader.ts'

const stream =
  'retry: 2000\n\nid: 1\nevent: call\ndata: {"number":1}\n\n: still here\n\nid: 2\nevent: call\ndata: {"n":"a: b"}\n\n'

test('passes each event on once, wherever the pieces of the stream end', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(stream.length), { maxLength: 8 }), (cuts) => {
      const heard: string[] = []
      const reader = new EventReader((data) => heard.push(data))
      let from = 0
      for (const to of [...cuts.toSorted((one, other) => one - other), stream.length]) {
        reader.read(stream.slice(from, to))
        from = to
      }
      expect(heard).toEqual(['{"number":1}', '{"n":"a: b"}'])
      expect(reader.lastId).toBe('2')
    }),
  )
})

test('forgets the event that a stream broke off in', () => {
  const heard: string[] = []
  const reader = new EventReader((data) => heard.push(data))
  reader.read('id: 7\ndata: whole\n\nid: 8\ndata: ha')
  reader.breakOff()
  reader.read('id: 8\ndata: half\n\n')
  expect(heard).toEqual(['whole', 'half'])
  expect(reader.lastId).toBe('8')
})
