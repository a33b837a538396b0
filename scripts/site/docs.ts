// `npm run docs` builds the site of the docs into dist/site, static: serve that folder with any server.
import { fileURLToPath } from 'node:url'
import { buildSite } from './build-site.ts'

const folder = fileURLToPath(new URL('../../dist/site', import.meta.url))
buildSite(folder, 'inherit')
console.log(`The site is in ${folder}. To look at it: npx vite preview --outDir dist/site`)
