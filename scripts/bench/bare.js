import { writeSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'

// The yardsticks: node:http with nothing behind it, in plain JavaScript, so that it starts at once. Given a port, it only
// forwards to there. Given replies as JSON, by method and path, it sends these as constants, and {} to anything else.
const given = JSON.parse(process.argv[2] ?? '{}')
const usual = { status: 200, headers: { 'Content-Length': 2 }, body: '{}' }
const agent = new Agent({ keepAlive: true })

function forward(incoming, response) {
  const { method, url: path, headers } = incoming
  const outgoing = request({ port: given, method, path, headers, agent }, (reply) => {
    response.writeHead(reply.statusCode, reply.rawHeaders)
    reply.pipe(response)
  })
  incoming.pipe(outgoing)
}

function answer(incoming, response) {
  incoming.resume()
  const { status, headers, body } = given[`${incoming.method} ${incoming.url}`] ?? usual
  response.sendDate = false
  response.writeHead(status, headers)
  response.end(body)
}

const server = createServer(typeof given === 'number' ? forward : answer)
// Quicker than console.log, which loads more.
server.listen(0, '127.0.0.1', () => writeSync(1, `http://127.0.0.1:${server.address().port}\n`))
