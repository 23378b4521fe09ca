// Test tools for a site without EVM. Nothing in this entry needs viem, which `latchkey/testing`
// needs. Nothing in `latchkey/testing` needs @solana/kit.
export { memoryStorage } from '../core/storage/storage.ts'
export type { RawStorage } from '../core/storage/storage.ts'
export { createFaultyFetch } from '../testing/faultyFetch.ts'
export type { ApiBehaviour, FaultyFetch } from '../testing/faultyFetch.ts'
export { manualClock } from '../testing/manualClock.ts'
export type { ManualClock } from '../testing/manualClock.ts'
export { ProviderError } from '../testing/providerError.ts'
export { showScreen } from '../testing/showScreen.ts'
export { createFakeSolanaAdapter as createFakeAdapter } from '../testing/solana/fakeSolanaAdapter.ts'
export type { FakeAdapter, FakeAdapterOptions } from '../testing/makeFakeAdapter.ts'
export type { FakeAnswer } from '../testing/fakeAnswer.ts'
export type { FakeSmartAccounts } from '../testing/fakeSmartAccounts.ts'
export type { SolanaRequest } from '../testing/solana/solanaRequest.ts'
export { registerWallet } from '../testing/registerWallet.ts'
export { solanaKeyOf, solanaKeys } from '../testing/solana/solanaKeys.ts'
export type { SolanaKey } from '../testing/solana/solanaKeys.ts'
export { createSolanaWallet } from '../testing/solana/solanaWallet.ts'
export type {
  SolanaBehaviour,
  SolanaWallet,
  SolanaWalletAccount,
  SolanaWalletOptions,
} from '../testing/solana/solanaWallet.ts'
