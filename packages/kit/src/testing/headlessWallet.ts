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

/** One request of one site, with all that the wallet needs to know about the site. */
export type HeadlessRequest = {
  method: string
  params?: unknown
  /** The site's origin, as the person reads it. */
  origin: string
  /** The accounts that the site may see, the active one first. */
  permitted: readonly Address[]
  /** The site's current chain. */
  chain: WalletChain
  chains: readonly WalletChain[]
  /** Whether it takes several calls at once (EIP-5792). @default false */
  batches?: boolean
  /** Asks the person; rejects with a ProviderError 4001 on a refusal. */
  ask: (consent: Consent) => Promise<Approval>
}

/** The result, and the site's chain afterwards: requests to switch or to add a chain change it. */
export type HeadlessAnswer = { result: unknown; chain: WalletChain; chains: readonly WalletChain[] }

/**
 * Real keys without a page and without a window: its caller passes requests to it and asks the
 * person, as an app on a phone does.
 */
export type HeadlessWallet = {
  /** Addresses in lower case, in order of derivation. */
  accounts: readonly WalletAccount[]
  /** @throws ProviderError, as `createDevelopmentWallet().provider` does */
  request(request: HeadlessRequest): Promise<HeadlessAnswer>
}

const noEvents = { on: () => {}, removeListener: () => {} }

/**
 * The keys and methods of a development wallet for an app that talks to sites in its own way. Its
 * keys are public.
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
