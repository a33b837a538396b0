import { type Socket, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { atEnd } from '../../testing/at-end.ts'
import { Budget } from './budget.ts'
import type { Forwarded } from './forwarding.ts'
import { proxyTo } from './test-proxy.ts'

/** A proxy with so much memory for what it keeps, what it kept, and how many exchanges found no room. */
async function proxyWith(mostBytes: number, ...[upstream]: Parameters<typeof proxyTo>) {
  const budget = new Budget(mostBytes)
  const kept: Forwarded[] = []
  const lost = { count: 0 }
  const onExchange = (exchange: Forwarded | undefined): void =>
    exchange === undefined ? void lost.count++ : void kept.push(exchange)
  return { ...(await proxyTo(upstream, { budget, onExchange })), budget, kept, lost }
}

function upload(port: number, head: string, body: string): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  atEnd(() => socket.destroy())
  socket.write(`POST /v1/pets HTTP/1.1\r\nHost: a\r\n${head}\r\n\r\n${body}`)
  return socket
}

test('uploads that never end keep no more than the budget, and flow on', async () => {
  let arrived = 0
  const { port, url, budget, lost } = await proxyWith(1_000_000, (request, response) => {
    request.on('data', (chunk: Buffer) => (arrived += chunk.length)).on('end', () => response.end('[]'))
  })
  const body = 'x'.repeat(300_000)
  const sockets = Array.from({ length: 10 }, () => upload(port, 'Content-Length: 400000', body))
  await expect.poll(() => arrived).toBe(3_000_000)
  expect(budget.usedBytes).toBeLessThanOrEqual(1_000_000)
  expect((await fetch(`${url}/v1/pets`)).status).toBe(200)
  for (const socket of sockets) socket.end('x'.repeat(100_000))
  for (const socket of sockets) await text(socket.setEncoding('latin1'))
  expect(arrived).toBe(4_000_000)
  expect(lost.count).toBeGreaterThan(5)
})

test('an exchange takes what its headers and bodies take, until whoever has it gives it back', async () => {
  const long = 'h'.repeat(10_000)
  const { url, budget, kept } = await proxyWith(1_000_000, (request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'X-Long': long }).end('y'.repeat(30_000)))
  })
  const headers = { 'X-Long': long }
  await (await fetch(`${url}/v1/pets`, { method: 'POST', headers, body: 'x'.repeat(10_000) })).text()
  await expect.poll(() => kept).toHaveLength(1)
  const [{ keptBytes, requestBody, body } = { keptBytes: 0 }] = kept
  expect([requestBody?.byteLength, body?.byteLength]).toEqual([10_000, 30_000])
  expect(keptBytes).toBe(budget.usedBytes)
  expect(keptBytes).toBeGreaterThan(10_000 + 10_000 + 10_000 + 30_000)
  expect(keptBytes).toBeLessThan(80_000)
})
