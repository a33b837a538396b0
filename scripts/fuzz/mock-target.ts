import { readJsonBytes, validatePets } from '../../spec/index.ts'
import { ReplyError, readReplies } from '../../mocks/testing/wire.ts'
import { casesOf, fuzzKinds } from './fuzz-case.ts'
import { problemInReplies } from './problem-in-replies.ts'
import type { FuzzTarget } from './fuzz-target.ts'

const goodCall = Buffer.from(
  'GET /v1/pets HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer test_enterprise.good\r\nConnection: close\r\n\r\n',
)

/** The mock: the HTTP adapter with all it has. */
export const mockTarget: FuzzTarget = {
  cases: casesOf(fuzzKinds),
  serverFile: new URL('./server.ts', import.meta.url),
  judge: problemInReplies,
  goodCall: () => ({ bytes: goodCall, isWell: isListOfPets }),
  goodCallInterval: 100,
}

function isListOfPets(received: Buffer): boolean {
  try {
    const [reply] = readReplies(received)
    const pets = reply?.status === 200 ? readJsonBytes(reply.bytes) : undefined
    return pets?.ok === true && validatePets(pets.value)
  } catch (error) {
    if (error instanceof ReplyError) return false
    throw error
  }
}
