import { expect, test } from 'vitest'
import { runOn, serverNamed } from '../servers/run-on.ts'
import { runContract } from '../index.ts'

/** The known faults that a run on the plain server with these options could not have shown, by what it takes to see them. */
async function unseenWith(options: Partial<Parameters<typeof runContract>[0]>) {
  const { result } = await runOn(serverNamed('plain'), options)
  return result.unseen?.faults ?? {}
}

test('names the faults that the options of a run leave unseen, by what it takes to see them', async () => {
  const byDefault = await unseenWith({})
  expect(byDefault.writing).toBeUndefined()
  expect(byDefault['exceeding-limit']).toEqual(expect.arrayContaining(['rate-never-429', 'rate-retry-after-missing']))
  expect(byDefault.plan).toContain('plan-pro-as-free')

  const readOnly = await unseenWith({ readOnly: true })
  expect(readOnly.writing).toEqual(expect.arrayContaining(['create-not-kept', 'create-name-number']))
  // Found without writing, too.
  expect(readOnly.writing).not.toContain('errors-in-envelope')

  const whole = await unseenWith({ probeRateLimit: true, plan: 'pro' })
  expect(whole).not.toHaveProperty('exceeding-limit')
  expect(whole['other-plan']).toEqual(expect.not.arrayContaining(['plan-pro-as-free']))

  const one = await unseenWith({ only: ['list'] })
  expect(one['other-probes']).toEqual(expect.arrayContaining(['create-not-kept', 'error-code-missing']))
  expect(one['not-shown']).toBeUndefined()
})
