import { existsSync, readFileSync } from 'node:fs'
import { type RequestListener, createServer } from 'node:http'
import type { Server, Socket } from 'node:net'
import { extname, join } from 'node:path'
import { listen } from '../../mocks/http/listen.ts'
import { startServer } from '../../mocks/http/index.ts'
import { type AnimalStore, type AnimalStoreOptions, createAnimalStore } from '../../mocks/entry.ts'
import { atEnd } from './at-end.ts'

/** Lets a server listen on a free port of this machine until its test or file ends. */
export async function serve(listener: RequestListener | Server): Promise<{ port: number; url: string }> {
  const server = typeof listener === 'function' ? createServer(listener) : listener
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket.on('close', () => sockets.delete(socket))))
  const port = await listen(server, '127.0.0.1', 0)
  atEnd(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return { port, url: `http://127.0.0.1:${port}/v1` }
}

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Serves the pages of a folder until its test or file ends. @returns the address */
export async function servePages(folder: string): Promise<string> {
  const { port } = await serve(({ url = '/' }, response) => {
    const path = decodeURIComponent(url.replace(/[?#].*/, ''))
    const page = path.endsWith('/') ? `${path}index.html` : extname(path) === '' ? `${path}.html` : path
    // As Vite does.
    const file = existsSync(join(folder, page)) || extname(path) !== '' ? page : 'index.html'
    try {
      const body = readFileSync(join(folder, file))
      response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  return `http://127.0.0.1:${port}`
}

/** Serves a mock until its test or file ends. @param wrap what stands between the server and the mock */
export async function serveMock(
  options: AnimalStoreOptions = {},
  wrap: (store: AnimalStore) => Partial<AnimalStore> = () => ({}),
): Promise<{ url: string; store: AnimalStore }> {
  const store = createAnimalStore(options)
  const server = await startServer({ store: { ...store, ...wrap(store) }, port: 0 })
  atEnd(() => server.close())
  return { url: `${server.url}/v1`, store }
}
