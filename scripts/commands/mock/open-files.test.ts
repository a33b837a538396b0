import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { type Socket, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { addressOf, program } from '../../testing/program.ts'
import { packageFile } from '../shell.ts'

test.runIf(process.platform !== 'win32')(
  'a mock that may open no more files says so, and goes on once it may',
  async () => {
    const words = [process.execPath, packageFile('scripts/animal-store.ts'), 'mock', '--port', '0', '--quiet']
    const mock = program(['-c', 'ulimit -n 64 && exec "$@"', 'sh', ...words], { file: 'sh' })
    const { port } = new URL(await addressOf(mock))

    // One connection, opened while there is room.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    async function ask(path: string) {
      const [response] = await once(
        get({ port, path, agent, headers: { authorization: 'Bearer test_pro' } }),
        'response',
      )
      return { status: response.statusCode as number, body: await text(response) }
    }
    expect((await ask('/v1/pets/1')).status).toBe(200)
    const others = Array.from({ length: 90 }, () => connect(Number(port), '127.0.0.1').on('error', () => undefined))
    onTestFinished(() => others.forEach((socket) => socket.destroy()))
    // The system opens no connection for the last ones.
    await Promise.race(others.map((socket: Socket) => once(socket, 'close')))

    // What each of them answers with is read from a file.
    const paths = ['/openapi.json', '/', '/_mock/sandboxes/default/animals/export']
    for (const path of paths) {
      const { status, body } = await ask(path)
      const error = { code: 'unavailable', message: expect.stringContaining('ulimit -n'), status: 503 }
      expect([path, status, JSON.parse(body)]).toEqual([path, 503, error])
    }
    expect(mock.err()).toContain('ulimit -n')
    expect(mock.err()).not.toContain('    at ')

    for (const socket of others) socket.destroy()
    await expect.poll(async () => (await ask('/openapi.json')).status).toBe(200)
    expect((await ask('/v1/nothing')).status).toBe(404)
  },
)
