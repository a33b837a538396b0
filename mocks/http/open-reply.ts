import type { Awaitable, Call, Reply } from '../call/call.ts'
import { withCors } from '../call/cors.ts'
import { splitTarget } from '../call/route.ts'

interface OpenText {
  readonly type: string
  readonly read: () => Awaitable<string>
}

/** What anyone may read, without a key or a token: the description of the interface, and whether the mock is up. */
const texts: Readonly<Record<string, OpenText>> = {
  '/openapi.json': {
    type: 'application/json',
    read: async () => (await import('../../spec/made/document.ts')).documentText,
  },
  '/openapi.yaml': {
    type: 'application/yaml',
    read: async () => (await import('../../spec/made/document-yaml.ts')).documentYaml,
  },
  '/_mock/health': { type: 'application/json', read: () => '{"status":"ok"}' },
}

/** What a call reads of these; `undefined` for any other call. */
export function openText({ method, target }: Call): OpenText | undefined {
  const { path } = splitTarget(target)
  return ['GET', 'HEAD'].includes(method) && Object.hasOwn(texts, path) ? texts[path] : undefined
}

/** The reply that sends it. */
export async function openReply({ type, read }: OpenText, call: Call): Promise<Reply> {
  const headers = { 'Content-Type': type, 'Cache-Control': 'no-cache', Date: new Date().toUTCString() }
  return withCors({ status: 200, headers, body: await read() }, call)
}
