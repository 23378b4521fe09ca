import { expect, test } from 'vitest'
import * as latchkey from './index.ts'

test('exports what a site needs and nothing else', () => {
  expect(Object.keys(latchkey).sort()).toEqual(['KitError', 'appLink', 'browserLink', 'checkName', 'connectList', 'connectMethods', 'contactsOf', 'createKit', 'defaultFeatures', 'getOnrampOptions', 'getOnrampProviders', 'getOnrampQuotes', 'getPurchases', 'getSwapGasPrices', 'getSwapQuotes', 'getSwapTokens', 'labelOf', 'localSiwx', 'locales', 'namesOf', 'ordersOf', 'paymentUri', 'prepareSwap', 'registerName', 'rememberWallet', 'removeContact', 'resolveName', 'saveContact', 'sendSwap', 'serverSiwx', 'startOrder', 'suggestNames', 'watchOrder'])
})
