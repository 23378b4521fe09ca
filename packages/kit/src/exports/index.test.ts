import { expect, test } from 'vitest'
import * as latchkey from './index.ts'

test('exports what a site needs and nothing else', () => {
  expect(Object.keys(latchkey).sort()).toEqual(['KitError', 'appLink', 'browserLink', 'checkName', 'connectList', 'connectMethods', 'contactsOf', 'createKit', 'defaultFeatures', 'getAccount', 'getBalances', 'getConnectedWallets', 'getHistory', 'getIdentity', 'getModal', 'getNativeBalance', 'getNetwork', 'getNfts', 'getOnrampOptions', 'getOnrampProviders', 'getOnrampQuotes', 'getPurchases', 'getSwapGasPrices', 'getSwapQuotes', 'getSwapTokens', 'getTransactionFee', 'labelOf', 'localSiwx', 'locales', 'namesOf', 'ordersOf', 'paymentUri', 'prepareSend', 'prepareSwap', 'registerName', 'rememberWallet', 'removeContact', 'resolveName', 'saveContact', 'sendPrepared', 'sendSwap', 'serverSiwx', 'startOrder', 'suggestNames', 'waitForTransaction', 'watchAccount', 'watchBalances', 'watchBlocks', 'watchConnectedWallets', 'watchHistory', 'watchIdentity', 'watchModal', 'watchNames', 'watchNativeBalance', 'watchNetwork', 'watchNfts', 'watchOrder', 'watchTransaction'])
})
