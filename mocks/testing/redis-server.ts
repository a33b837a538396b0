import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient } from '@redis/client'

const run = promisify(execFile)
const cache = fileURLToPath(new URL('../../node_modules/.cache/redis-server', import.meta.url))
// The server, its tools because they are one package with it, and the libraries that Debian's build needs.
const packages = 'redis-server redis-tools libjemalloc2 liblua5.1-0 liblzf1 libhiredis0.14 lua-bitop lua-cjson'

/** A program that is a Redis, and where its libraries are. */
export interface RedisProgram {
  readonly path: string
  readonly libraries: string | undefined
}

/** Finds a Redis: on the PATH, else unpacked from Debian's packages into a folder of this repository's own. */
export async function findRedis(): Promise<RedisProgram | undefined> {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const names = folders.flatMap((folder) => ['redis-server', 'valkey-server'].map((name) => join(folder, name)))
  const onPath = names.find((path) => existsSync(path))
  if (onPath !== undefined) return { path: onPath, libraries: undefined }
  try {
    if (!existsSync(cache)) await unpack()
  } catch (error) {
    console.error(`No Redis could be unpacked: ${String(error)}`)
    return undefined
  }
  const libraries = ['x86_64', 'aarch64'].map((machine) => join(cache, `usr/lib/${machine}-linux-gnu`))
  return { path: join(cache, 'usr/bin/redis-server'), libraries: libraries.find((folder) => existsSync(folder)) }
}

/** Needs no root: the packages are only unpacked, not installed. */
async function unpack(): Promise<void> {
  await mkdir(dirname(cache), { recursive: true })
  // Unpacked aside and then renamed: a run that is stopped halfway leaves no half of a Redis behind.
  const aside = await mkdtemp(`${cache}-`)
  try {
    const download = () => run('apt-get', ['download', ...packages.split(' ')], { cwd: aside })
    await download().catch(async () => {
      await run('apt-get', ['update'])
      await download()
    })
    const root = join(aside, 'root')
    for (const file of (await readdir(aside)).filter((name) => name.endsWith('.deb'))) {
      await run('dpkg', ['-x', file, root], { cwd: aside })
    }
    await rename(root, cache)
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(cache)) throw error
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

/** A Redis of this test's own. */
export interface RedisServer {
  readonly url: string
  readonly process: ChildProcess
  readonly stop: () => Promise<void>
}

/** Starts a Redis that keeps nothing on the disk, with these options beside. */
export async function startRedis(
  { path, libraries }: RedisProgram,
  options: readonly string[] = [],
  port?: number,
): Promise<RedisServer> {
  const free = port ?? (await freePort())
  const args = ['--port', String(free), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...options]
  const child = spawn(path, args, {
    stdio: ['ignore', 'ignore', 'ignore'],
    cwd: tmpdir(),
    env: { ...process.env, ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }) },
  })
  const url = `redis://127.0.0.1:${free}`
  await untilListening(url, child)
  return {
    url,
    process: child,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      child.kill('SIGCONT')
      await ended
    },
  }
}

async function untilListening(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`redis-server ended with code ${child.exitCode}.`)
    const client = createClient({ url, socket: { reconnectStrategy: false } })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return
    } catch (error) {
      // It listens, and wants something else first.
      if (/NOAUTH|WRONGPASS|MASTERDOWN/.test(String(error))) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    } finally {
      client.destroy()
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
