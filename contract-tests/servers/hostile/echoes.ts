import { withHeaders } from '../reply.ts'
import { type Servers, withSetup } from '../variation.ts'
import type { Hooks } from '../plain-server.ts'

// What the key may be made into before it comes back; spec/mask.test.ts has every form that a mask finds.
const encodings: Readonly<Record<string, (key: string) => string>> = {
  raw: (key) => key,
  'base64-after-bearer': (key) => Buffer.from(`Bearer ${key}`).toString('base64'),
  'half-escaped': (key) =>
    key.replaceAll(/(.)(.)/g, (_, one: string, other: string) => String.raw`\u00${hex(one)}${other}`),
}

/** Servers that send the key back, where a report would print what it got. */
export const echoes: Servers = Object.fromEntries(
  Object.entries(encodings).map(([how, encode]) => [
    `echo-${how}`,
    withSetup({ apiKey: 'ech0/key+4~X_q9.Zt-Lw==' }, ({ apiKey }) => echoing(encode(apiKey))),
  ]),
)

/** Breaks the status of every Pet and the media type of every Error, so that a report shows what the key was made into. */
function echoing(echo: string): Hooks {
  return {
    reply(reply) {
      const isError = reply.status >= 400
      const body = { id: 1, name: 'KEY', categoryId: 1, status: 'KEY' }
      const error = { code: 'KEY', message: 'You sent KEY', status: reply.status, KEY: 'KEY' }
      // Written as text, so that an escaped key stays escaped.
      const bytes = JSON.stringify(isError ? error : body).replaceAll('KEY', echo)
      return withHeaders(
        { ...reply, bytes },
        {
          'Content-Type': isError ? `text/plain; key="${echo}"` : 'application/json',
          'X-Seen-Authorization': echo,
          'X-RateLimit-Limit': echo,
          Link: `</v1/pets?api_key=${echo}>; rel="next"`,
        },
      )
    },
  }
}

function hex(text: string): string {
  return Buffer.from(text).toString('hex')
}
