import { createServer } from 'node:http'

const server = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Length': 2 })
  response.end('{}')
})
server.listen(Number(process.argv[2]), '127.0.0.1')
