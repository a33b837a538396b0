import { writeSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'

// The yardstick of the proxy: node:http that forwards, and does nothing else.
const port = Number(process.argv[2])
const agent = new Agent({ keepAlive: true })
const server = createServer((incoming, response) => {
  const { method, url: path, headers } = incoming
  const outgoing = request({ port, method, path, headers, agent }, (answer) => {
    response.writeHead(answer.statusCode, answer.rawHeaders)
    answer.pipe(response)
  })
  incoming.pipe(outgoing)
})
server.listen(0, '127.0.0.1', () => writeSync(1, `http://127.0.0.1:${server.address().port}\n`))
