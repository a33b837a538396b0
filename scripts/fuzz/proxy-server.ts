import { startForwarder } from '../commands/proxy/forward.ts'
import { serveProxy } from './serve-proxy.ts'

await serveProxy(startForwarder)
