import { writeSync } from 'node:fs'
import { createServer } from 'node:http'

const server = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Length': 2 })
  response.end('{}')
})
// Quicker than console.log, which loads more.
server.listen(0, '127.0.0.1', () => writeSync(1, `http://127.0.0.1:${server.address().port}\n`))
