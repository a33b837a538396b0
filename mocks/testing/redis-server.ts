import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort, makeFolderOnce, onPath } from './programs.ts'

const run = promisify(execFile)
const cache = fileURLToPath(new URL('../../node_modules/.cache/redis', import.meta.url))
// The server, its tools because they are one package with it, and the libraries that Debian's build needs.
const packages = 'redis-server redis-tools libjemalloc2 liblua5.1-0 liblzf1 libhiredis0.14 lua-bitop lua-cjson'

/** Whether there is a Redis that a test can start and stop. With `CI=true` there must be one. */
export async function hasRedis(): Promise<boolean> {
  if ((await findRedis()) !== undefined) return true
  const message = 'There is no Redis to start: put redis-server or valkey-server on the PATH.'
  if (process.env['CI'] === 'true') throw new Error(message)
  console.error(`${message} The tests that need one are skipped.`)
  return false
}

/** Finds a Redis server on the PATH, or unpacks one from Debian's packages into a folder of this repository. */
async function findRedis(): Promise<string | undefined> {
  const installed = onPath(['redis-server', 'valkey-server'])
  if (installed !== undefined) return installed
  try {
    await makeFolderOnce(cache, unpack)
    return join(cache, 'root/usr/bin/redis-server')
  } catch (error) {
    console.error(`No Redis could be unpacked: ${String(error)}`)
    return undefined
  }
}

/** Needs no root: the packages are only unpacked, not installed. */
async function unpack(folder: string): Promise<void> {
  const download = () => run('apt-get', ['download', ...packages.split(' ')], { cwd: folder })
  await download().catch(async () => {
    await run('apt-get', ['update'])
    await download()
  })
  const files = (await readdir(folder)).filter((name) => name.endsWith('.deb'))
  for (const file of files) await run('dpkg', ['-x', file, 'root'], { cwd: folder })
}

/** A Redis of this test's own. */
export interface RedisServer {
  readonly url: string
  readonly process: ChildProcess
  readonly stop: () => Promise<void>
}

/** Starts a Redis that keeps nothing on the disk. */
export async function ownRedis(port?: number): Promise<RedisServer> {
  const program = await findRedis()
  if (program === undefined) throw new Error('There is no Redis that this test could start.')
  const free = port ?? (await freePort())
  const libraries = ['x86_64', 'aarch64'].map((machine) => join(cache, `root/usr/lib/${machine}-linux-gnu`))
  const args = ['--port', String(free), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn(program, args, {
    stdio: 'ignore',
    cwd: tmpdir(),
    env: program.startsWith(cache) ? { ...process.env, LD_LIBRARY_PATH: libraries.join(delimiter) } : process.env,
  })
  const kill = (): void => void child.kill('SIGKILL')
  process.on('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  await untilListening(free, child)
  return {
    url: `redis://127.0.0.1:${free}`,
    process: child,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      kill()
      child.kill('SIGCONT')
      await ended
    },
  }
}

async function untilListening(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`redis-server ended with code ${child.exitCode}.`)
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20))
    } finally {
      socket.destroy()
    }
  }
}
