import { expect, test } from 'vitest'
import { startTestKit } from '../../../session/startTestKit.ts'
import type { Features } from '../../../core/options/options.ts'
import { loadManifests } from '../loadManifests.ts'
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
