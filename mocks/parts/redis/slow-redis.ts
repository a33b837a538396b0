import { once } from 'node:events'
import { type Socket, connect, createServer } from 'node:net'
import { listen } from '../../http/listen.ts'

/** A connection to Redis with slow answers. */
export type SlowRedis = Awaited<ReturnType<typeof slowRedis>>

/** Opens a proxy to this Redis. It delays nothing yet. */
export async function slowRedis(url: string) {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const redis = connect(Number(port), hostname)
    for (const [socket, other] of [
      [client, redis],
      [redis, client],
    ] as const) {
      sockets.add(socket.setNoDelay())
      socket.on('error', () => undefined).on('close', () => void (sockets.delete(socket), other.destroy()))
    }
    let isUnderWay = false
    client.on('data', (bytes) => {
      if (!isUnderWay) slow.ways++
      isUnderWay = true
      redis.write(bytes)
    })
    // Answers keep their order, whatever the delay.
    const answers: Buffer[] = []
    redis.on('data', (bytes) => {
      answers.push(bytes)
      const send = () => {
        if (!client.destroyed) client.write(answers.shift() ?? '')
        isUnderWay = answers.length > 0
      }
      setTimeout(send, slow.delayMilliseconds)
    })
  })
  const ownPort = await listen(server, '127.0.0.1', 0)
  const slow = {
    url: `redis://127.0.0.1:${ownPort}`,
    /** How much later than Redis sends it an answer arrives. */
    delayMilliseconds: 0,
    /** How often something was sent while nothing else was under way. */
    ways: 0,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return slow
}
