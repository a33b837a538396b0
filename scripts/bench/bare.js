import { writeSync } from 'node:fs'
import { createServer } from 'node:http'

// The yardstick: node:http with nothing behind it, in plain JavaScript, so that it starts at once. Given replies as JSON, by
// method and path, it sends these as constants, and {} to anything else.
const given = JSON.parse(process.argv[2] ?? '{}')
const usual = { status: 200, headers: { 'Content-Length': 2 }, body: '{}' }

const server = createServer((incoming, response) => {
  incoming.resume()
  const { status, headers, body } = given[`${incoming.method} ${incoming.url}`] ?? usual
  response.sendDate = false
  response.writeHead(status, headers)
  response.end(body)
})
// Quicker than console.log, which loads more.
server.listen(0, '127.0.0.1', () => writeSync(1, `http://127.0.0.1:${server.address().port}\n`))
