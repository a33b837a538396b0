import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'

// What a file should not tell of the machine that it was written on.
test.skipIf(!existsSync('.git'))('no file names a package registry or a folder of a machine', () => {
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' })
  // A clone in /app or a home in /root tells nothing: many files name such folders.
  const folders = [process.cwd(), homedir()].filter((each) => each !== tmpdir() && dirname(each) !== '/')
  const patterns = [
    escaped(new URL(registry.trim()).host),
    String.raw`\b(registry|npm|mirror|artifactory|nexus)\.[a-z0-9-]+\.[a-z]{2,}\b`,
    String.raw`(^|[^[:alnum:]_.-])(/home/|/Users/|/root/)[[:alnum:]_]`,
    ...folders.map((folder) => String.raw`(^|[^[:alnum:]_.~*@})/-])${escaped(folder)}(/|$)`),
  ]
  // Also in what the next commit may take along.
  const grep = ['grep', '--line-number', '-I', '--extended-regexp', '--untracked']
  const { status, stdout, stderr } = spawnSync('git', [...grep, ...patterns.flatMap((pattern) => ['-e', pattern])], {
    encoding: 'utf8',
  })
  expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: '' })
})

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
