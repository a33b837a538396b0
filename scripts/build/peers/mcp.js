import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const command = 'node_modules/animal-store-kit/dist/scripts/animal-store.js'
const child = spawn(process.execPath, [command, 'mcp'], { stdio: ['pipe', 'pipe', 'inherit'] })
const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

const clientInfo = { name: 'peers', version: '1' }
await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
send({ method: 'notifications/initialized' })
const { content } = await ask('tools/call', { name: 'state', arguments: {} })
const refused = await ask('tools/call', { name: 'state', arguments: { sandbox: '!' } })
child.stdin.end()
if (!content[0].text.includes('127.0.0.1') || !refused.isError) throw new Error(JSON.stringify([content, refused]))

async function ask(method, params) {
  send({ id: 1, method, params })
  return JSON.parse((await lines.next()).value).result
}
