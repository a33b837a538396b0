import { isObject } from '../../../spec/index.ts'
import { mostBodyBytes } from './traffic.ts'

// Named by what is in it, as Playwright does. Any other name might lead to any other file.
const attachedName = /^[0-9a-f]{40}\.\w{1,10}$/

/**
 * A HAR entry with the bodies in it that Playwright put into files of their own (`content: 'attach'`), as `bytes`.
 * @param readBody gives the bytes of such a file; `undefined` if there is no such file
 */
export async function withAttachedBodies(
  text: string,
  readBody: (name: string) => Promise<Uint8Array | undefined>,
): Promise<unknown> {
  if (!text.includes('"_file"')) return text
  const entry: unknown = parsed(text)
  if (!isObject(entry) || !isObject(entry['request']) || !isObject(entry['response'])) return text
  const { postData } = entry['request']
  for (const body of [postData, entry['response']['content']]) {
    if (!isObject(body) || typeof body['_file'] !== 'string' || !attachedName.test(body['_file'])) continue
    const bytes = await readBody(body['_file'])
    // An answer that is too large is counted. Of a request, it is as if it was not recorded.
    if (bytes !== undefined && (body !== postData || bytes.byteLength <= mostBodyBytes)) Object.assign(body, { bytes })
  }
  return entry
}

/** If it is no JSON, the reader of the entry says so. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
