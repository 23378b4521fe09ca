import { expect, test } from 'vitest'
import { actionsOf } from './actionsOf.ts'

const namesOf = (...features: Parameters<typeof actionsOf>) => actionsOf(...features).map(({ text }) => text)

test.each([
  [undefined, ['receive', 'send']],
  [{ walletFeaturesOrder: ['send', 'onramp', 'receive', 'swaps'] }, ['send', 'receive']],
  [{ walletFeaturesOrder: ['send'] }, ['send', 'receive']],
  [{ send: false }, ['receive']],
  [{ send: undefined, receive: undefined, walletFeaturesOrder: undefined }, ['receive', 'send']],
] as const)('%j: %j', (features, names) => expect(namesOf(features)).toEqual(names))
