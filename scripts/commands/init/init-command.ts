import { defineCommand } from '../command.ts'

/** The command `init`. */
export const addInitCommand = defineCommand({
  name: 'init',
  about: "Put MSW's worker script where a browser finds it, for the mock in a tab.",
  takes: { '<folder>': 'the folder that the app serves at /, such as public' },
  options: {},
  run: async (_flags, shell, [folder = '']) => (await import('./run-init.ts')).runInit(folder, shell),
  more: `
The script is that of the msw which the app in this folder has installed; run the command again when you update msw. With
Vite, the plugin of animal-store-kit/vite serves it without a copy.

Examples:
  animal-store init public
  animal-store init static`,
})
