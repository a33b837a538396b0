import { describedDatasets } from '../../../fixtures/index.ts'
import {
  type Silence,
  clauses,
  interfaceVersion,
  operations,
  petStatuses,
  planNames,
  plans,
  silences,
} from '../../../spec/index.ts'
import { errorCodes } from '../../call/described-error-codes.ts'
import { pathPrefix } from '../../call/route.ts'
import { describedKeys } from '../../keys/described-keys.ts'
import { testKeys } from '../../keys/keys.ts'
import { type ControlContext, type Handlers, json } from '../handler.ts'
import { faultViews, scenarioViews } from './behaviour.ts'
import { ownKeys } from './keys.ts'
import { sandboxView } from './sandboxes.ts'

export const mockHandlers: Handlers<'mock'> = {
  showMock: async (context) => json(await overview(context)),
  async resetMock(context) {
    await context.store.reset()
    return json(await overview(context))
  },
  showLists: async ({ store, deployment = null, command = null, learned = null }) =>
    json({
      deployment,
      command,
      dataset: { name: store.dataset ?? null, animals: (await store.baseAnimals).items.length },
      learned,
      operations: Object.values(operations).map(({ id, section, method, path, isDeprecated }) => ({
        id,
        section,
        method,
        path,
        isDeprecated,
      })),
      statuses: petStatuses,
      plans: planNames.map((plan) => ({ plan, ...plans[plan] })),
      clauses,
      silences: silences.map(({ id, section, question, default: usual, choices, form }: Silence) => ({
        id,
        section,
        question,
        default: usual,
        choices: Object.entries(choices).map(([choice, does]) => ({ choice, does })),
        form: form === undefined ? null : { shape: form.shape, does: form.does },
      })),
      scenarios: scenarioViews,
      faults: await faultViews(store),
      datasets: describedDatasets.map(({ name, summary, count }) => ({ name, summary, count })),
      testKeys: describedKeys,
      errorCodes: Object.entries(errorCodes).map(([code, when]) => ({ code, when })),
    }),
}

async function overview(context: ControlContext) {
  const { store, learned = null } = context
  return {
    interfaceVersion,
    basePath: pathPrefix,
    dataset: { name: store.dataset ?? null, animals: (await store.baseAnimals).items.length },
    learned,
    testKeys: Object.keys(testKeys),
    keys: ownKeys(context),
    sandboxes: await Promise.all(store.sandboxes.map(sandboxView)),
  }
}
