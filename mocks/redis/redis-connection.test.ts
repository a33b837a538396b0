import { expect, test } from 'vitest'
import { addressOf } from './redis-connection.ts'

test.each([
  ['10.0.0.7', 'rediss://us%40er:p%23w@10.0.0.7:7001/0'],
  ['node-2.local', 'rediss://us%40er:p%23w@node-2.local:7001/0'],
  ['fd00::7', 'rediss://us%40er:p%23w@[fd00::7]:7001/0'],
])('the node %s of a cluster is reached with the same protocol, user and password', (host, address) => {
  expect(addressOf({ host, port: 7001 }, new URL('rediss://us%40er:p%23w@[::1]:6379/0'))).toBe(address)
})
