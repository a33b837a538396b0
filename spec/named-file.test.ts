import { execFileSync, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../scripts/testing/temp-folder.ts'
import { readNamedFile } from './named-file.ts'

const folder = tempFolder()

const file = join(folder, 'file')
writeFileSync(file, 'hello')

test('a plain file is read up to its size limit', () => {
  expect(readNamedFile(file, false, 5).toString()).toBe('hello')
  expect(() => readNamedFile(file, false, 4)).toThrow('it has 5 bytes, and at most 4 can be read')
  expect(() => readNamedFile(folder)).toThrow('it is a folder')
  expect(() => readNamedFile(join(folder, 'none'))).toThrow('ENOENT')
})

test.skipIf(process.platform === 'win32')('devices, sockets and pipes are refused before they are opened', async () => {
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const socket = createServer().listen(join(folder, 'socket'))
  await once(socket, 'listening')
  expect(() => readNamedFile('/dev/zero', true)).toThrow('it is a device')
  expect(() => readNamedFile(join(folder, 'socket'), true)).toThrow('it is a socket')
  expect(() => readNamedFile(pipe)).toThrow('it is a pipe')
  socket.close()
})

test.skipIf(process.platform === 'win32')('a pipe that is allowed is read to its end, or up to the limit', () => {
  const pipe = join(folder, 'allowed')
  execFileSync('mkfifo', [pipe])
  const readWith = (mostBytes: number): string => {
    spawn('sh', ['-c', 'printf hello > "$0"', pipe])
    return readNamedFile(pipe, true, mostBytes).toString()
  }
  expect(readWith(5)).toBe('hello')
  expect(() => readWith(4)).toThrow('it has more than 4 bytes')
})
