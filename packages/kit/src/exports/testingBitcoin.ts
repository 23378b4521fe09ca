// Test tools for a site with Bitcoin. Nothing in this entry needs viem or @solana/kit.
export { memoryStorage } from '../core/storage/storage.ts'
export type { RawStorage } from '../core/storage/storage.ts'
export { createFaultyFetch } from '../testing/faultyFetch.ts'
export type { ApiBehaviour, FaultyFetch } from '../testing/faultyFetch.ts'
export { manualClock } from '../testing/manualClock.ts'
export type { ManualClock } from '../testing/manualClock.ts'
export { ProviderError } from '../testing/providerError.ts'
export { showScreen } from '../testing/showScreen.ts'
export { registerWallet } from '../testing/registerWallet.ts'
export { createFakeBitcoinAdapter as createFakeAdapter } from '../testing/bitcoin/fakeBitcoinAdapter.ts'
export type { FakeAdapter, FakeAdapterOptions } from '../testing/makeFakeAdapter.ts'
export type { FakeAnswer } from '../testing/fakeAnswer.ts'
export type { FakeSmartAccounts } from '../testing/fakeSmartAccounts.ts'
export { bitcoinAccounts, bitcoinKeyOf } from '../testing/bitcoin/bitcoinAccounts.ts'
export type {
  BitcoinAccount,
  BitcoinAccountsOptions,
  BitcoinAddressForm,
  BitcoinKey,
} from '../testing/bitcoin/bitcoinAccounts.ts'
export { createBitcoinWallet } from '../testing/bitcoin/bitcoinWallet.ts'
export type {
  BitcoinDialect,
  BitcoinWallet,
  BitcoinWalletOptions,
} from '../testing/bitcoin/bitcoinWallet.ts'
export type { BitcoinBehaviour, BitcoinOwnerOptions } from '../testing/bitcoin/BitcoinOwner.ts'
export type { BitcoinPayment, BitcoinRequest } from '../testing/bitcoin/bitcoinRequest.ts'
export type { BitcoinNetworkName } from '../testing/bitcoin/paramsOf.ts'
