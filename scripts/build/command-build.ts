import { resolve } from 'node:path'
import { type Rolldown, build } from 'vite'

/**
 * Builds the command line. What it loads at its start is one file, because loading a hundred takes longer than all the
 * rest of a start; what a command needs beyond that is loaded with it: spec/decisions/0031-cold-start.md.
 * @throws {Error} when the start would load more than it may
 */
export async function buildCommand(outDir: string): Promise<void> {
  let start: ReadonlySet<string> | undefined
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: 'scripts/animal-store.ts',
      outDir,
      target: 'node22',
      rolldownOptions: {
        // Tabs load faults apart. The command needs their names in any case.
        checks: { ineffectiveDynamicImport: false },
        output: {
          chunkFileNames: 'animal-store/[name].js',
          // Nobody reads the command's files, and every install carries them. Names stay, for the stacks of bug reports.
          minify: { compress: false, mangle: false, codegen: true },
          comments: { legal: true, annotation: true, jsdoc: false },
          codeSplitting: {
            groups: [
              { debugName: 'start', name: (id, modules) => ((start ??= startOf(modules)).has(id) ? 'start' : null) },
            ],
          },
        },
      },
    },
  })
  const chunks = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  const loaded = chunks.flatMap((chunk) => (chunk.type === 'chunk' && chunk.name === 'start' ? chunk.imports : []))
  const slow = loaded.filter((name) => !quick.test(name))
  if (loaded.length > 0 && slow.length === 0) return
  throw new Error(`The command is to load quickly, and its start loads ${slow.join(', ') || 'no file of its own'}.`)
}

// Node loads undici with the names of node:http.
const quick = /^(?:commander$|node:(?!https?$))/

/** What is loaded before the command is known. */
function startOf(modules: Pick<Rolldown.PluginContext, 'getModuleInfo'>): ReadonlySet<string> {
  const found = new Set([resolve('scripts/commands/run.ts')])
  for (const id of found) for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}
