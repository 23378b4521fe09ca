import { createStore } from 'zustand/vanilla'
import type { Approval, Consent } from './consent.ts'
import { createTurns } from './turns.ts'
import type { WalletChain } from './walletChain.ts'
import { lower } from './walletCore.ts'
import { createKeyring } from './walletKeys.ts'
import type { WalletKeys } from './walletKeys.ts'
import { createWalletProvider } from './walletProvider.ts'
import type { WalletAccount, WalletState } from './walletState.ts'

type Address = `0x${string}`

/** A request of a site, with the data about the site that the wallet needs. */
export type HeadlessRequest = {
  method: string
  params?: unknown
  /** The site's origin, as the wallet's owner sees it. */
  origin: string
  /** The accounts that the site may see, the active one first. */
  permitted: readonly Address[]
  /** The site's current chain. */
  chain: WalletChain
  chains: readonly WalletChain[]
  /** Whether the wallet accepts several calls in one request (EIP-5792). @default false */
  batches?: boolean
  /** Requests the owner's approval. Rejects with a ProviderError 4001 on a refusal. */
  ask: (consent: Consent) => Promise<Approval>
}

/**
 * The result of a request, and the site's chain and the wallet's chains after it. Requests to
 * switch or to add a chain change them.
 */
export type HeadlessAnswer = { result: unknown; chain: WalletChain; chains: readonly WalletChain[] }

/**
 * A wallet with real keys, without a page and without a window. The caller passes it the sites'
 * requests and obtains the owner's approvals, as an app on a phone does.
 */
export type HeadlessWallet = {
  /** Addresses in lower case, in order of derivation. */
  accounts: readonly WalletAccount[]
  /** @throws ProviderError, as `createDevelopmentWallet().provider` does */
  request(request: HeadlessRequest): Promise<HeadlessAnswer>
}

const noEvents = { on: () => {}, removeListener: () => {} }

/**
 * Creates a wallet with the keys and methods of a development wallet, for an app that has its own
 * connection to sites. Its keys are public.
 */
export function createHeadlessWallet(keys: WalletKeys = {}): HeadlessWallet {
  const { accounts, signerOf } = createKeyring(keys)
  const inTurn = createTurns()

  return {
    accounts,
    async request({ method, params, origin, permitted, chain, chains, batches = false, ask }) {
      const permittedAddresses = permitted.map(lower)
      const store = createStore<WalletState>(() => ({
        behaviour: 'approve',
        confirm: 'approve',
        accounts,
        selected: permittedAddresses,
        permitted: permittedAddresses,
        chains,
        chain,
        batches,
        granted: [],
        pending: [],
        postponed: [],
      }))
      const provider = createWalletProvider(
        { origin, store, consentQueue: { request: ask, close: () => {} }, signerOf, inTurn },
        noEvents,
      )
      const result = await provider.request({ method, params })
      const after = store.getState()
      return { result, chain: after.chain, chains: after.chains }
    },
  }
}
