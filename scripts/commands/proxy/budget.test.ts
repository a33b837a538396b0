import { once } from 'node:events'
import { type Socket, connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { atEnd } from '../../testing/at-end.ts'
import { Budget } from './budget.ts'
import type { Forwarded } from './forwarding.ts'
import { echo, listen, proxyTo, proxyToRaw, raw } from './test-proxy.ts'

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

test('an exchange that finds no room gives back what it had', async () => {
  const { url, budget, lost } = await proxyWith(50_000, echo)
  for (let count = 1; count <= 5; count++) {
    const answer = await fetch(`${url}/v1/pets`, { method: 'POST', body: 'x'.repeat(100_000) })
    expect(await answer.json()).toMatchObject({ body: 'x'.repeat(100_000) })
    await expect.poll(() => lost.count).toBe(count)
    expect(budget.usedBytes).toBe(0)
  }
})

test('the rest of a request after its answer is read, and takes no room', async () => {
  const { port, budget, kept } = await proxyWith(1_000_000, (_, response) => void response.end('early'))
  const socket = upload(port, 'Content-Length: 500000', 'first')
  await once(socket, 'data')
  await expect.poll(() => kept).toMatchObject([{ requestBody: new Uint8Array(Buffer.from('first')) }])
  // As a thread does that takes it over.
  structuredClone(kept, { transfer: [kept[0]?.requestBody?.buffer ?? new ArrayBuffer()] })
  const before = budget.usedBytes
  socket.write(`${'x'.repeat(499_995)}GET /v1/pets HTTP/1.1\r\nHost: a\r\n\r\n`)
  await once(socket, 'data')
  expect(budget.usedBytes).toBe(before + (kept[1]?.keptBytes ?? 0))
})

test('requests with large headers that wait for answers are bounded, and their room is given back', async () => {
  const { port, url, deployment } = await proxyToRaw({
    answer: ({ target }) => (target === '/v1/pets' ? undefined : good),
  })
  const head = `GET /v1/pets HTTP/1.1\r\nHost: a\r\nX-Long: ${'h'.repeat(60_000)}\r\n\r\n`
  const statuses: string[] = []
  const sockets = Array.from({ length: 600 }, () => connect(port, '127.0.0.1').on('error', () => undefined))
  for (const socket of sockets) {
    socket.on('data', (bytes: Buffer) => statuses.push(bytes.toString('latin1', 9, 12)))
    socket.write(head)
  }
  await expect.poll(() => deployment.seen.length + statuses.length).toBe(600)
  expect(new Set(statuses)).toEqual(new Set(['503']))
  expect(deployment.seen.length).toBeGreaterThan(500)
  for (const socket of sockets) socket.destroy()
  const large = { headers: { 'X-Long': 'h'.repeat(60_000) } }
  await expect.poll(async () => (await fetch(`${url}/v1/other`, large)).status).toBe(200)
})

const good = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]'

test('pieces of one byte that come together go on as one', async () => {
  const pieces: number[] = []
  const server = createServer((socket) => {
    let sent = ''
    socket.on('data', (bytes: Buffer) => {
      sent += bytes.toString('latin1')
      if (!sent.endsWith('\r\n0\r\n\r\n')) return
      pieces.push(...Array.from(sent.matchAll(/^([\da-f]+)\r$/gm), ([, size = '']) => Number.parseInt(size, 16)))
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
    })
  })
  const { port } = await proxyTo(await listen(server))
  const head = 'POST /v1/pets HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n'
  expect(await raw(port, `${head}${'1\r\nx\r\n'.repeat(5000)}0\r\n\r\n`)).toMatch(/ok$/)
  expect(pieces.reduce((sum, size) => sum + size, 0)).toBe(5000)
  expect(pieces.length).toBeLessThan(100)
})
