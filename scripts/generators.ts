// Makes clients of the interface with the generators that are kept up, compiles each strictly and lets it talk to the
// mock. Run by hand before a release: it installs them into a temporary folder, which takes a minute.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startServer } from '../mocks/http/index.ts'
import { createAnimalStore } from '../mocks/index.ts'

interface Generator {
  readonly packages: readonly string[]
  /** What npx runs. */
  readonly command: string
  /** Lists two animals, adds one, and asks for one that is not there: prints how many came, the statuses and the new id. */
  readonly program: string
}

const description = fileURLToPath(new URL('../spec/openapi.yaml', import.meta.url))
const rex = `{ name: 'Rex', categoryId: 1, status: 'available' }`
const setup = `const baseUrl = process.env['API'] ?? ''\nconst headers = { Authorization: 'Bearer test_pro' }\n`

const generators: Readonly<Record<string, Generator>> = {
  'openapi-typescript with openapi-fetch': {
    packages: ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0'],
    command: `openapi-typescript ${description} --output schema.ts`,
    program: `
      import createClient from 'openapi-fetch'
      import type { paths } from './schema'
      const client = createClient<paths>({ baseUrl, headers })
      const list = await client.GET('/pets', { params: { query: { limit: 2, status: 'available' } } })
      const added = await client.POST('/pets', { body: ${rex} })
      const missing = await client.GET('/pets/{petId}', { params: { path: { petId: 999 } } })
      console.log(list.data?.length, added.response.status, added.data?.id, missing.response.status)`,
  },
  'hey-api': {
    packages: ['@hey-api/openapi-ts@0.99.0'],
    command: `openapi-ts --input ${description} --output client --client @hey-api/client-fetch`,
    program: `
      import { createPet, getPet, listPets } from './client'
      import { client } from './client/client.gen'
      client.setConfig({ baseUrl, auth: 'test_pro' })
      const list = await listPets({ query: { limit: 2, status: 'available' } })
      const added = await createPet({ body: ${rex} })
      const missing = await getPet({ path: { petId: 999 } })
      console.log(list.data?.length, added.response?.status, added.data?.id, missing.response?.status)`,
  },
  orval: {
    packages: ['orval@8.38.0'],
    command: 'orval --config orval.config.json',
    program: `
      import { createPet, getPet, listPets } from './client'
      const list = await listPets({ limit: 2, status: 'available' }, { headers })
      const added = await createPet(${rex}, { headers })
      const missing = await getPet(999, { headers })
      if (list.status !== 200 || added.status !== 201 || missing.status !== 404) throw new Error('another status')
      console.log(list.data.length, added.status, added.data.id, missing.status)`,
  },
  'swagger-typescript-api': {
    packages: ['swagger-typescript-api@13.13.0'],
    command: `swagger-typescript-api generate --path ${description} --output . --name client.ts --generate-union-enums`,
    program: `
      import { Api } from './client'
      const { pets } = new Api({ baseUrl, baseApiParams: { headers } })
      const list = await pets.listPets({ limit: 2, status: 'available' })
      const added = await pets.createPet(${rex})
      const missing = await pets.getPet(999).catch((error: Response) => error)
      console.log(list.data.length, added.status, added.data.id, missing.status)`,
  },
}

const strictly =
  '--strict --noUncheckedIndexedAccess --module commonjs --moduleResolution node10 --target es2022 --types node'

const server = await startServer({ store: createAnimalStore(), port: 0 })
try {
  for (const [name, generator] of Object.entries(generators)) await tryOut(name, generator)
} finally {
  await server.close()
}

async function tryOut(name: string, { packages, command, program }: Generator): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'generated-'))
  const API = `${server.url}/v1`
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text)
  const run = async (line: string) => {
    const [tool = '', ...args] = line.split(' ')
    return promisify(execFile)(tool, args, { cwd: folder, timeout: 120_000, env: { ...process.env, API } })
  }
  try {
    write('package.json', '{}')
    await run(`npm install --silent --ignore-scripts typescript@5.9.3 @types/node@24 ${packages.join(' ')}`)
    // Orval reads its base address from a file.
    const output = { target: 'client.ts', client: 'fetch', baseUrl: API }
    write('orval.config.json', JSON.stringify({ animals: { input: description, output } }))
    await run(`npx --no-install ${command}`)
    const imports = program.match(/^ *import .*$/gm)?.join('\n')
    const body = program.replaceAll(/^ *import .*$/gm, '')
    write('main.ts', `${imports}\n${setup}void (async () => {${body}\n})()\n`)
    await run(`npx --no-install tsc main.ts ${strictly}`)
    const { stdout } = await run('node main.js')
    console.log(`${name} (${packages.join(', ')}): ${stdout.trim()}`)
    if (!/^2 201 \d+ 404$/.test(stdout.trim())) throw new Error('Expected 2 animals, 201, an id and 404.')
  } catch (error) {
    process.exitCode = 1
    console.error(`${name} failed: ${String(error)}\n${String((error as { stdout?: unknown }).stdout)}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
