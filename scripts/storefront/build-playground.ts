// Builds the playground: the shop with the mock and its panel in one page, for any file server.
import { fileURLToPath } from 'node:url'
import { buildStorefront } from './serve-storefront.ts'

await buildStorefront(fileURLToPath(new URL('../../dist/playground/', import.meta.url)))
console.log(`The playground is in dist/playground. Copy it to any file server, below any path; it needs nothing else.
Service workers need https, or an address on this machine. To look at it: npx vite preview --outDir dist/playground`)
