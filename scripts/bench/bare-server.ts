import { type ServerResponse, createServer } from 'node:http'

/** Replies as constants, by `METHOD path`. */
export type ConstantReplies = Readonly<
  Record<string, { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }>
>

// The yardstick: node:http with nothing behind it. The parent sends it the replies, and it sends back its port.
process.once('message', (replies: ConstantReplies) => {
  const senders = new Map(Object.entries(replies).map(([route, reply]) => [route, sender(reply)]))
  const server = createServer((request, response) => {
    request.resume()
    senders.get(`${request.method} ${request.url}`)?.(response)
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.send?.(typeof address === 'object' ? address?.port : undefined)
  })
})
process.once('disconnect', () => process.exit())

function sender({ status, headers, body }: ConstantReplies[string]): (response: ServerResponse) => void {
  const all = { ...headers, 'Content-Length': Buffer.byteLength(body) }
  return (response) => {
    response.sendDate = false
    response.writeHead(status, all)
    response.end(body)
  }
}
