import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { usedMemory } from '../testing/used-memory.ts'
import { bodyOf } from './request-body.ts'

async function readInPieces(sent: Buffer, size: number) {
  const request = new IncomingMessage(new Socket())
  request.headers['transfer-encoding'] = 'chunked'
  const body = bodyOf(request, 16_777_216)
  await Promise.resolve()
  const before = usedMemory()
  for (let at = 0; at < sent.length; at += size) request.emit('data', Buffer.from(sent.subarray(at, at + size)))
  const growth = usedMemory() - before
  request.emit('end')
  const read = await body
  // To compare megabytes one by one takes seconds.
  return {
    growth,
    isSame: typeof read === 'object' && 'body' in read && typeof read.body === 'object' && sent.equals(read.body),
    read,
  }
}

test('a body in small pieces takes no more memory than one in a piece', async () => {
  const sent = Buffer.from('0123456789'.repeat(1_000_000))
  const { isSame, growth } = await readInPieces(sent, 100)
  expect(isSame).toBe(true)
  expect(growth).toBeLessThan(20_000_000)
})

test('a body whose length is 0 is empty', async () => {
  const request = new IncomingMessage(new Socket())
  request.headers['content-length'] = '0'
  expect(await bodyOf(request, 10)).toEqual({ body: Buffer.alloc(0) })
})
