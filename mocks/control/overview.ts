import { interfaceVersion } from '../../spec/index.ts'
import { testKeys } from '../world/keys.ts'
import { pathPrefix } from '../call/route.ts'
import { ownKeys } from './keys.ts'
import { type ControlRoute, type ControlWorld, json, route } from './route.ts'
import { sandboxView } from './sandboxes.ts'

/** The routes of the mock as a whole. */
export const overviewRoutes: readonly ControlRoute[] = [
  route({ method: 'GET', path: '/_mock', summary: 'Show the mock at a glance' }, async (world) =>
    json(await overview(world)),
  ),
  route(
    {
      method: 'POST',
      path: '/_mock/reset',
      summary: 'Put everything back to the start: the default sandbox is reset, the others are forgotten',
    },
    async (world) => {
      await world.store.reset()
      return json(await overview(world))
    },
  ),
]

async function overview(world: ControlWorld) {
  const { store } = world
  return {
    interfaceVersion,
    basePath: pathPrefix,
    dataset: { name: store.dataset ?? null, animals: (await store.baseAnimals).pets.length },
    testKeys: Object.keys(testKeys),
    keys: ownKeys(world),
    sandboxes: await Promise.all(store.sandboxes.map(sandboxView)),
  }
}
