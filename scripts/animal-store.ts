#!/usr/bin/env node
// On a Node that is too old, the imports below would fail without saying so.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 13)) {
  process.stderr.write(`animal-store needs Node 22.13 or later, and this is Node ${process.versions.node}.\n`)
  process.exit(2)
}

const { enableCompileCache } = await import('node:module')
// A start from the sources takes half the time then, and one from the package a tenth less.
// Not in Deno.
enableCompileCache?.()

// Whoever reads the output may leave (`| head`); that is no reason to fail, and none to stop a mock.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)

// Only what is loaded from here on is in the cache.
const { run } = await import('./commands/run.ts')
process.exitCode = await run(process.argv.slice(2))
