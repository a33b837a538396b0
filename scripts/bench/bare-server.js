import { writeSync } from 'node:fs'
import { createServer } from 'node:http'

// The yardstick: node:http with nothing behind it, in plain JavaScript, so that it starts at once.
// It is given its replies as JSON, by method and path. It answers {} to anything else.
const replies = new Map(Object.entries(JSON.parse(process.argv[2] ?? '{}')))
const usual = { status: 200, headers: { 'Content-Length': 2 }, body: '{}' }
const server = createServer((request, response) => {
  request.resume()
  const { status, headers, body } = replies.get(`${request.method} ${request.url}`) ?? usual
  response.sendDate = false
  response.writeHead(status, headers)
  response.end(body)
})
// Quicker than console.log, which loads more.
server.listen(0, '127.0.0.1', () => writeSync(1, `http://127.0.0.1:${server.address().port}\n`))
