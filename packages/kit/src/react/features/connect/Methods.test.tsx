import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Methods } from './Methods.tsx'

const methods = { email: () => 'E-mail', social: () => 'Socials', wallet: () => 'Wallets' }

/** What is shown, in order, in words. */
function shownOf(given: Omit<Parameters<typeof Methods>[0], 'or'>) {
  return renderToString(<Methods {...given} or="or" />).replace(/<[^>]*>/g, ' ').split(/\s+/).filter(Boolean)
}

test.for([
  [undefined, ['E-mail', 'or', 'Socials', 'or', 'Wallets']],
  [['wallet', 'email', 'social'], ['Wallets', 'or', 'E-mail', 'or', 'Socials']],
  [['wallet'], ['Wallets', 'or', 'E-mail', 'or', 'Socials']],
  [['unknown', 'social'], ['Socials', 'or', 'E-mail', 'or', 'Wallets']],
] as const)('in the order %j, with an "or" only between two', ([order, shown]) => {
  expect(shownOf({ methods, order })).toEqual(shown)
})

test('one way alone needs no "or"', () => {
  expect(shownOf({ methods: { wallet: methods.wallet }, order: ['email', 'social', 'wallet'] })).toEqual(['Wallets'])
})
