import type { Command } from 'commander'
import type { Shell } from '../shell.ts'

/** The parsed flags of `animal-store init`. */
export interface InitFlags {
  readonly check?: boolean
}

const examples = `
The script is that of the msw which the app in this folder has installed; run the command again when you update msw. With
Vite, the plugin of animal-store-kit/vite serves it without a copy.

Examples:
  animal-store init public
  animal-store init static
  animal-store init public --check`

/** Adds the command `init`. */
export function addInitCommand(program: Command, shell: Shell): void {
  program
    .command('init')
    .description("Put MSW's worker script where a browser finds it, for the mock in a tab.")
    .argument('<folder>', 'the folder that the app serves at /, such as public')
    .option('--check', 'write nothing; end with 1 unless the right script is there')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', examples)
    .action(async (folder: string, flags: InitFlags) => {
      const { runInit } = await import('./run-init.ts')
      await runInit(folder, flags, shell)
    })
}
