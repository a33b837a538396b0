import type { IncomingMessage, ServerResponse } from 'node:http'
import { aBoolean, checkOptions } from '../../../spec/index.ts'
import { readWorkerScript, workerFileName } from './worker-script.ts'

/** What the plugin does beside serving the script in development. */
export interface AnimalStorePluginOptions {
  /** Puts the script into builds too, for a demo that runs without a server. Default: `false`. */
  readonly build?: boolean | undefined
}

/** The part of Vite's plugin interface that this plugin uses. It is the same in Vite 5 to 8. */
export interface AnimalStorePlugin {
  readonly name: string
  configResolved(config: { readonly root: string; readonly base: string }): void
  configureServer(server: {
    readonly middlewares: {
      use(handle: (request: IncomingMessage, response: ServerResponse, next: () => void) => void): unknown
    }
  }): void
  generateBundle(this: PluginContext): void
}

interface PluginContext {
  readonly environment?: { readonly config: { readonly consumer?: string } }
  emitFile(file: { readonly type: 'asset'; readonly fileName: string; readonly source: string }): unknown
}

/**
 * A Vite plugin that serves the worker script of the installed MSW, so that the app needs no copy of it. In development it
 * is at `/mockServiceWorker.js` and below the base path. Builds have it only if asked for, below the base path.
 * @throws {OptionsError} when an option is unknown or invalid
 */
export function animalStore(options: AnimalStorePluginOptions = {}): AnimalStorePlugin {
  checkOptions('animalStore', options, { build: aBoolean })
  let root = '.'
  let paths: readonly string[] = []
  return {
    name: 'animal-store-kit',
    configResolved(config) {
      root = config.root
      paths = [`/${workerFileName}`, `${new URL(config.base, 'http://localhost/').pathname}${workerFileName}`]
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (!paths.includes((request.url ?? '').replace(/\?.*/, ''))) return next()
        const { text } = readWorkerScript(root)
        response.writeHead(200, {
          'Content-Type': 'text/javascript',
          'Cache-Control': 'no-cache',
          // A script below the base path may answer for pages outside of it.
          'Service-Worker-Allowed': '/',
        })
        response.end(text)
      })
    },
    generateBundle() {
      if (options.build !== true || this.environment?.config.consumer === 'server') return
      this.emitFile({ type: 'asset', fileName: workerFileName, source: readWorkerScript(root).text })
    },
  }
}
