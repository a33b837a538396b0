import type { Command } from 'commander'
import { addAddressOptions } from '../deployment.ts'
import type { McpFlags } from './run-mcp.ts'
import type { Shell } from '../shell.ts'

const examples = `
A coding agent starts this command and talks to it over standard input and output. Without --mock a fresh mock is
started on a free port; the tool "state" tells its address. Without --url the suite tests that mock. A deployment that
--url names is only read: nothing but GET is sent.

Examples:
  animal-store mcp
  animal-store mcp --mock http://127.0.0.1:4010
  animal-store mcp --url https://staging.example/v1 --key-env STAGING_KEY

It needs the package @modelcontextprotocol/server, and ends when its input does.`

/** Adds the command `mcp`. */
export function addMcpCommand(program: Command, shell: Shell): void {
  const command = program
    .command('mcp')
    .description('Let a coding agent control the mock and run the suite, by the Model Context Protocol.')
    .option('--mock <address>', 'a mock that runs already; its token comes from ANIMAL_STORE_TOKEN')
  addAddressOptions(command)
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', examples)
    .action(async (flags: McpFlags) => {
      const { runMcp } = await import('./run-mcp.ts')
      await runMcp(flags, shell)
    })
}
