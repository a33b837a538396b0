import { vi } from 'vitest'
import { atEnd } from '../../scripts/testing/at-end.ts'
import { type ServerOptions, startServer } from '../http/index.ts'
import { type AnimalStoreOptions, createAnimalStore } from '../entry.ts'

/** A mock that listens until its test or file ends, and its store. */
export async function testServer(options: AnimalStoreOptions = {}, server: Omit<ServerOptions, 'store'> = {}) {
  const store = createAnimalStore(options)
  const started = await startServer({ store, port: 0, ...server })
  atEnd(() => started.close())
  return { store, ...started }
}

/** Lets a test move the time of timeouts, and of nothing else, until it ends. */
export function fakeTimeouts(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
}
