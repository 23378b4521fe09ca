import { expect, test } from 'vitest'
import { startTestKit } from '../../../session/startTestKit.ts'
import type { Features } from '../../../core/options/options.ts'
import { loadManifests } from '../loadManifests.ts'
import { contextOf } from '../../../core/kit/context.ts'
import { actionsOf } from './actionsOf.ts'

async function namesOf(features: Partial<Features> | undefined) {
  const { kit } = startTestKit({ features })
  await loadManifests(kit).complete()
  return actionsOf(kit).map(({ label }) => label)
}

test.each([
  [undefined, ['Receive', 'Send']],
  [{ walletFeaturesOrder: ['send', 'onramp', 'receive', 'swaps'] }, ['Send', 'Receive']],
  [{ walletFeaturesOrder: ['send'] }, ['Send', 'Receive']],
  [{ send: false }, ['Receive']],
  [{ send: undefined, receive: undefined, walletFeaturesOrder: undefined }, ['Receive', 'Send']],
] as const)('with the features %j the actions are %j', async (features, names) =>
  expect(await namesOf(features)).toEqual(names),
)

test('a network whose accounts have their coins elsewhere has no actions', async () => {
  const { kit } = startTestKit()
  await loadManifests(kit).complete()
  const [adapter] = contextOf(kit).adapters
  const { networkId = '' } = contextOf(kit).networks[0] ?? {}
  const labels = () => actionsOf(kit).map(({ label }) => label)
  Object.assign(adapter ?? {}, { coinsOn: (of: string) => (of === networkId ? 'eip155:5' : of) })
  expect(labels()).toEqual([])
  Object.assign(adapter ?? {}, { coinsOn: () => undefined })
  expect(labels()).toEqual(['Receive', 'Send'])
})
