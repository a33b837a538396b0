import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Replies as constants, by `METHOD path`. */
export type ConstantReplies = Readonly<
  Record<string, { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }>
>

// The yardstick: node:http with nothing behind it. It gets the replies as JSON, and prints its address.
const replies = new Map(Object.entries(JSON.parse(process.argv[2] ?? '{}') as ConstantReplies))
const server = createServer((request, response) => {
  request.resume()
  const reply = replies.get(`${request.method} ${request.url}`)
  if (reply === undefined) return
  response.sendDate = false
  response.writeHead(reply.status, reply.headers)
  response.end(reply.body)
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
