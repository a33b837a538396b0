import { datasets } from '../../../fixtures/index.ts'
import type { Pet } from '../../../spec/index.ts'
import type { AnimalsDifference, BaseAnimals } from '../../animals/animals.ts'
import { type ItemsOrigin, replacingDifference } from '../../animals/items.ts'
import { recorded } from '../../world/recorded-reply.ts'
import type { Sandbox } from '../../world/sandbox.ts'
import type { LinkedState } from '../../state-link/setting-texts.ts'
import { completeSettings } from '../../world/settings.ts'
import { StateLinkError, readStateLink, writeStateLink } from '../../state-link/state-link.ts'
import type { AnimalStore } from '../../store/store.ts'
import { allAnimals } from './animal-rows.ts'
import { givenAnimals, loadDataset, mostAnimals } from './given-animals.ts'
import { type Handlers, json } from '../handler.ts'
import { mostPlays } from './behaviour.ts'

/** The state of a sandbox as one short text. */
export const linkHandlers: Handlers<'link'> = {
  showLink: async ({ store, sandbox, query: { animals } }) => json(await linkOf(store, sandbox, animals !== undefined)),
  async applyLink({ store, sandbox, body: { link, animals } }) {
    await applyLink(store, sandbox, readLink(store, sandbox, link), animals)
    return json(await linkOf(store, sandbox))
  },
}

/** The link of a sandbox, and in words which part of its state no link can hold. */
async function linkOf(store: AnimalStore, sandbox: Sandbox, withAnimals = false) {
  const animals = await sandbox.animals
  const difference = await animals.difference()
  const origin = difference.origin ?? (await initialOrigin(store, difference))
  const { settings } = sandbox
  const { dataset, count, seed = settings.seed } = withAnimals ? {} : origin
  const known = datasetOf(dataset)
  const state: LinkedState = {
    ...settings,
    dataset,
    count: count === known?.count ? undefined : count,
    seed,
  }
  const ofAnimals = [
    dataset === undefined && 'The animals are of no dataset, so the link does not name them.',
    origin.isChanged && 'Animals were added, changed or removed since they were loaded.',
    dataset !== undefined && known === undefined && `The animals are those of a file: ${dataset}.`,
  ]
  const leftOut = [
    ...(withAnimals ? [] : ofAnimals),
    settings.scenario.some(({ scenario }) => scenario === recorded) && 'Recorded replies are being played.',
    seed !== settings.seed && `Scenarios use the random seed ${settings.seed}.`,
  ].filter((each) => each !== false)
  const link = writeStateLink(state, sandbox.surroundings.realNow())
  return withAnimals ? { link, leftOut, animals: await allAnimals(animals) } : { link, leftOut }
}

/** The origin of animals of the start. */
async function initialOrigin(store: AnimalStore, { own, hidden, nextId }: AnimalsDifference): Promise<ItemsOrigin> {
  const { dataset } = store
  const base = await store.baseAnimals
  const isChanged = own.length > 0 || hidden.length > 0 || nextId !== base.nextId
  return dataset === undefined ? { isChanged } : { dataset, count: base.items.length, seed: store.seed, isChanged }
}

function datasetOf(name: string | undefined) {
  return datasets.find((dataset) => dataset.name === name)
}

function readLink({ dataset }: AnimalStore, { surroundings }: Sandbox, link: string): LinkedState {
  const known = [...new Set([...datasets.map(({ name }) => name), ...(dataset === undefined ? [] : [dataset])])]
  const state = readStateLink(link, known, surroundings.realNow())
  if ((state.scenario?.length ?? 0) > mostPlays) {
    throw new StateLinkError([`There may be ${mostPlays} scenarios at most.`])
  }
  return state
}

/** Fails before anything is changed, or not at all. */
async function applyLink(
  store: AnimalStore,
  sandbox: Sandbox,
  state: LinkedState,
  animals: readonly Pet[] | undefined,
): Promise<void> {
  const settings = completeSettings(state, sandbox.surroundings)
  const base = await store.baseAnimals
  const difference =
    animals === undefined ? await linkedAnimals(store, base, state) : await givenDifference(base, animals)
  await sandbox.reset()
  if (difference !== undefined) await sandbox.collections.replace('Pet', difference)
  sandbox.replaceSettings(settings)
}

async function givenDifference(base: BaseAnimals, animals: readonly Pet[]): Promise<AnimalsDifference> {
  const { pets, origin } = await givenAnimals(animals)
  return replacingDifference(base, pets, 1, origin)
}

/** The animals of a link, unless they are those of the start. */
async function linkedAnimals(store: AnimalStore, base: BaseAnimals, { dataset, count, seed = 1 }: LinkedState) {
  const name = dataset ?? store.dataset
  if (name === undefined || (dataset === undefined && count === undefined)) return undefined
  const known = datasetOf(name)
  const isInitialCount = (count ?? known?.count ?? base.items.length) === base.items.length
  if (name === store.dataset && isInitialCount && (known === undefined || seed === store.seed)) return undefined
  if (known === undefined) {
    const problem = `The file ${name} is read when a mock starts with it; here it has ${base.items.length} animals.`
    throw new StateLinkError([problem])
  }
  if (count !== undefined && count > mostAnimals) {
    throw new StateLinkError([`The part count may be ${mostAnimals} at most here; a mock can start with more.`])
  }
  const pets = await loadDataset(name, count, seed)
  // There were no animals before, so the next id is that of the dataset.
  return replacingDifference(base, pets, 1, { dataset: name, count, seed, isChanged: false })
}
