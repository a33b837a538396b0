import { expect, test } from 'vitest'
import { corsFor } from './cors.ts'

test.each(['null', 'https://shop.test', 'http://localhost:3000', 'http://[::1]:80', 'app+tauri://localhost'])(
  'the origin %s is named, and may call with credentials',
  (origin) => {
    expect(corsFor(origin)).toMatchObject({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Credentials': 'true',
      Vary: 'Origin',
    })
  },
)

test.each(['', '*', 'https://a.test/path', 'https://a.test b', 'https://ü.test', 'x\r\nSet-Cookie: a=b', 5, undefined])(
  '%j is no origin, and is not sent back',
  (origin) => {
    expect(corsFor(origin)['Access-Control-Allow-Origin']).toBe('*')
    expect(corsFor(origin)).not.toHaveProperty('Access-Control-Allow-Credentials')
  },
)
