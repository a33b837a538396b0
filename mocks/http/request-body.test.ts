import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { usedMemory } from '../testing/used-memory.ts'
import { bodyOf } from './request-body.ts'

test('a body in pieces of one byte takes no more memory than one in a piece', async () => {
  const request = new IncomingMessage(new Socket())
  const body = bodyOf(request, 1_048_576)
  const sent = Buffer.from('0123456789'.repeat(30_000))
  const before = usedMemory()
  for (let at = 0; at < sent.length; at++) request.emit('data', sent.subarray(at, at + 1))
  expect(usedMemory() - before).toBeLessThan(5_000_000)
  request.emit('end')
  expect(await body).toEqual({ body: sent })
})
