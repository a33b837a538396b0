import { type CommandFlags, defineCommand } from '../command.ts'
import { addressOptions } from '../deployment.ts'

const options = {
  'Options:': {
    '--mock <address>': 'a mock that runs already; its token comes from ANIMAL_STORE_TOKEN',
    ...addressOptions,
  },
} as const

/** The parsed flags of `mcp`. */
export type McpFlags = CommandFlags<typeof options>

/** The command `mcp`. */
export const addMcpCommand = defineCommand({
  name: 'mcp',
  about: 'Let a coding agent control the mock and run the suite, by the Model Context Protocol.',
  options,
  run: async (flags, shell) => (await import('./run-mcp.ts')).runMcp(flags, shell),
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
