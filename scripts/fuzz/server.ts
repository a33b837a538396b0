import { createControl } from '../../mocks/control/index.ts'
import { startServer } from '../../mocks/http/index.ts'
import { createAnimalStore } from '../../mocks/entry.ts'

// The server under fuzzing, in a process of its own so that its end is noticed. It sends its port to the parent, and writes
// whatever fails inside the mock to its error output.

/** How long headers, and whole requests, may take here: short, so that unfinished ones are soon refused. */
const timeoutMilliseconds = 1500

const store = createAnimalStore({ dataset: 'demo', profile: { enterprise: '1000000000/1000000000' } })
const { port, close } = await startServer({
  store,
  port: 0,
  control: createControl(store),
  headersTimeoutMilliseconds: timeoutMilliseconds,
  requestTimeoutMilliseconds: timeoutMilliseconds,
})
// Nothing may be left then that keeps the process alive.
process.once('disconnect', () => void close())
process.send?.(port)
