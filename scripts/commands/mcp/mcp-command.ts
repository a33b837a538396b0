import { type CommandFlags, defineCommand } from '../command.ts'
import { addressOptions, readKey } from '../deployment.ts'
import { baseUrlOf } from '../../../contract-tests/client/index.ts'
import { sandboxNamePattern } from '../../../mocks/keys/keys.ts'
import { loadWith } from '../../../spec/load-with.ts'
import { runningMock, transportTo } from '../mock-address.ts'
import { type Shell, onSignal, packageVersion } from '../shell.ts'
import { type ArgumentSchema, type Reach, type ToolArguments, annotationsOf } from './tool.ts'
import { tools } from './tools.ts'

const options = {
  'Options:': {
    '--mock <address>': 'a mock that runs already; its token comes from ANIMAL_STORE_TOKEN',
    ...addressOptions,
  },
} as const

type McpFlags = CommandFlags<typeof options>

/** The command `mcp`. */
export const command = defineCommand({
  name: 'mcp',
  about: 'Let a coding agent control the mock and run the suite, by the Model Context Protocol.',
  options,
  run: runMcp,
  more: `
A coding agent starts this command and talks to it over standard input and output. Without --mock a fresh mock is
started on a free port; the tool "state" tells its address. Without --url the suite tests that mock. A deployment that
--url names is only read: nothing but GET is sent.

Examples:
  animal-store mcp
  animal-store mcp --mock http://127.0.0.1:4010
  animal-store mcp --url https://staging.example/v1 --key-env STAGING_KEY

It needs the package @modelcontextprotocol/server, and ends when its input does.`,
})

/**
 * Serves the tools over standard input and output until the input ends.
 * @throws {UsageError} {MissingPackageError} when flags are wrong, or the MCP package is missing
 */
async function runMcp(flags: McpFlags, shell: Shell): Promise<void> {
  const behind = '@modelcontextprotocol/server'
  const [{ McpServer, fromJsonSchema }, { StdioServerTransport }] = await loadWith(behind, loadServer, 'serve tools')
  const stopping = new AbortController()
  const { reach, close } = await openReach(flags, shell, stopping.signal)
  const release = onSignal(['SIGINT', 'SIGTERM', 'SIGHUP'], () => stopping.abort())
  try {
    const server = new McpServer({ name: 'animal-store', version: packageVersion() })
    const sandbox: ArgumentSchema = {
      type: 'string',
      pattern: sandboxNamePattern.source,
      description: 'default, or the NAME of a key such as test_pro.NAME',
    }
    for (const [name, { description, properties, required = [], does, run }] of Object.entries(tools)) {
      const inputSchema = fromJsonSchema<ToolArguments>({
        type: 'object',
        properties: { sandbox, ...properties },
        required: [...required],
        additionalProperties: false,
      })
      server.registerTool(name, { description, inputSchema, annotations: annotationsOf[does] }, async (given) => ({
        content: [{ type: 'text', text: await run(given, reach) }],
      }))
    }
    const ended = new Promise<void>((resolve) => {
      process.stdin.once('end', resolve)
      // Nobody reads the answers any more.
      process.stdout.once('error', () => resolve())
      stopping.signal.addEventListener('abort', () => resolve())
    })
    await server.connect(new StdioServerTransport())
    await ended
    await server.close()
  } finally {
    stopping.abort()
    release()
    // An open input would keep the process alive.
    process.stdin.destroy()
    await close()
  }
}

function loadServer() {
  return Promise.all([import('@modelcontextprotocol/server'), import('@modelcontextprotocol/server/stdio')])
}

/** The mock of --mock, or a new one, and the deployment of --url, if there is one. */
async function openReach(
  flags: McpFlags,
  shell: Shell,
  signal: AbortSignal,
): Promise<{ reach: Reach; close: () => Promise<void> }> {
  const deployment =
    flags.url === undefined ? undefined : { baseUrl: baseUrlOf(flags.url), apiKey: await readKey(flags, shell) }
  if (flags.mock !== undefined) {
    const mock = runningMock(flags.mock, '--mock', signal)
    return { reach: { mock, deployment, signal }, close: () => Promise.resolve() }
  }
  const { createControl } = await import('../../../mocks/control/index.ts')
  const { startServer } = await import('../../../mocks/http/index.ts')
  const { createAnimalStore } = await import('../../../mocks/entry.ts')
  const store = createAnimalStore()
  const server = await startServer({ store, port: 0, control: createControl(store) })
  return {
    reach: { mock: transportTo(server.url, undefined, signal), deployment, signal },
    close: () => server.close(),
  }
}
