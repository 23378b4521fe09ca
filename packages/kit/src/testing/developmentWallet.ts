import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'
import type { RawStorage } from '../core/storage/storage.ts'
import { announceWallet } from './announceWallet.ts'
import type { AnnouncedInfo } from './announceWallet.ts'
import { announceWhilePresent } from './announceWhilePresent.ts'
import { openConfirmWindow } from './confirm/openConfirmWindow.ts'
import type { Approval, Consent, PendingRequest } from './consent.ts'
import { createConsentQueue } from './consentQueue.ts'
import { exposeWallet } from './exposeWallet.ts'
import { createProviderEvents } from './providerEvents.ts'
import { createTurns } from './turns.ts'
import { waitForRequest } from './waitForRequest.ts'
import type { WalletChain } from './walletChain.ts'
import { lower } from './walletCore.ts'
import type { WalletAssets } from './walletCore.ts'
import { walletIcon } from './walletIcon.ts'
import { createKeyring } from './walletKeys.ts'
import type { WalletGrants } from './grants/walletGrants.ts'
import type { WalletKeys } from './walletKeys.ts'
import { recall, remember } from './walletMemory.ts'
import { createWalletProvider } from './walletProvider.ts'
import type { WalletProvider } from './walletProvider.ts'
import type { Behaviour, WalletState } from './walletState.ts'
import type { WalletWindow } from './pageWindow.ts'

type Address = `0x${string}`

/** The options of a development wallet. */
export type DevelopmentWalletOptions = WalletKeys & {
  /** The supported chains. The wallet starts on the first one. */
  chains: readonly [WalletChain, ...WalletChain[]]
  /** The wallet's name. @default Development wallet */
  name?: string
  /** The wallet's rdns. @default app.latchkey.development */
  rdns?: string
  /** `data:image/…` */
  icon?: string
  /** How the wallet answers requests. @default approve */
  behaviour?: Behaviour
  /**
   * Whether the wallet's own window lets its owner decide on each request, or the wallet approves
   * by itself. @default approve
   */
  confirm?: 'ask' | 'approve'
  /**
   * Storage for the site's permission and the network, so that they survive a reload of the page.
   * @default none
   */
  storage?: RawStorage
  /**
   * The tokens in the list of an account's assets, beside the native token (EIP-7811).
   * @default no list of assets
   */
  assets?: WalletAssets
  /**
   * Whether the wallet accepts several calls in one request. It sends them in order (EIP-5792).
   * @default false
   */
  batches?: boolean
  /**
   * The permissions that the wallet grants: the account becomes a smart account, and signs
   * delegations (ERC-7715).
   * @default none
   */
  grants?: WalletGrants
  /** The event target on which the wallet announces itself. @default the page's window */
  window?: WalletWindow
  /** The site's name that the wallet shows. @default the page's origin */
  origin?: string
  /** Whether to set `window.latchkeyWallet`, for tests that control a page. @default false */
  expose?: boolean
}

/**
 * A wallet for development and tests: real keys, real signatures, real transactions, and failures
 * on demand. Its keys are public: never use them for anything of value.
 */
export type DevelopmentWallet = {
  info: AnnouncedInfo
  /** EIP-1193 */
  provider: WalletProvider
  getState(): WalletState
  /**
   * Calls `listener` after every change of the state.
   * @returns the function that removes the listener
   */
  subscribe(listener: () => void): () => void
  /**
   * Announces it by EIP-6963.
   * @returns the function that ends the announcement
   */
  announce(): () => void
  setBehaviour(behaviour: Behaviour): void
  /**
   * Sets whether the wallet accepts several calls in one request. Sites that have read this before
   * do not notice the change. EIP-5792
   */
  setBatches(batches: boolean): void
  /** Same as the behaviour `locked`. The behaviour `approve` unlocks it. */
  lock(): void
  unlock(): void
  /** Same as the behaviour `disappear`. */
  disappear(): void
  /**
   * Sets the accounts that the site sees, or receives when it connects. The first is the active
   * one.
   */
  selectAccount(account: Address | readonly Address[]): void
  /**
   * Changes the chain, as the wallet's owner may do.
   * @throws RangeError for an unknown chain
   */
  switchChain(id: number): void
  /**
   * Requests an approval, as for a request of a site: by the wallet's behaviour, and in its window.
   * Use it in a wallet that also supports another kind of chain.
   * @throws ProviderError 4001 refused, -32002 already open, 4900 disconnected
   */
  ask(consent: Consent): Promise<Approval>
  /** Revokes the site's permission. */
  disconnect(): void
  /** Shows postponed requests again. */
  present(): void
  /**
   * Waits until there is an open request. Resolves to the oldest one.
   * @throws the signal's reason; after `times.connectRequest` a TimeoutError
   */
  waitForRequest(signal?: AbortSignal): Promise<PendingRequest>
  /** Rejects the open requests with 4900, and removes the wallet from the page. */
  close(): void
}

/**
 * Creates a development wallet. Call `announce()` to let sites find it.
 * @example createDevelopmentWallet({ chains: [{ id: 31337, name: 'Devnet', rpcUrl:
 *   'http://127.0.0.1:8545' }] }).announce()
 */
export function createDevelopmentWallet(options: DevelopmentWalletOptions): DevelopmentWallet {
  const {
    name = 'Development wallet',
    rdns = 'app.latchkey.development',
    icon = walletIcon,
    window = globalThis.window,
  } = options
  const info: AnnouncedInfo = { uuid: crypto.randomUUID(), name, icon, rdns }
  const { accounts, signerOf, has } = createKeyring(options)
  const memoryKey = `${rdns}/wallet`
  const store = createStore<WalletState>(() => firstState(options, accounts, memoryKey))
  const origin = options.origin ?? globalThis.location?.origin ?? 'this site'

  const events = createProviderEvents(store)
  const consentQueue = createConsentQueue(store)
  const endings = [events.close, consentQueue.close]
  if (options.storage)
    endings.push(
      remember(
        store,
        options.storage,
        memoryKey,
        new Set(options.chains.map(({ id }) => id)),
        window,
      ),
    )
  if (globalThis.document) endings.push(openConfirmWindow(store, info, document))

  const provider = createWalletProvider(
    {
      assets: options.assets,
      grants: options.grants,
      origin,
      store,
      consentQueue,
      signerOf,
      inTurn: createTurns(),
    },
    events,
  )
  const setBehaviour = (behaviour: Behaviour) => store.setState({ behaviour })

  const wallet: DevelopmentWallet = {
    info,
    provider,
    getState: store.getState,
    subscribe: store.subscribe,
    announce() {
      const end = announceWhilePresent(store, () => announceWallet({ info, provider }, window))
      endings.push(end)
      return end
    },
    setBehaviour,
    setBatches: (batches) => store.setState({ batches }),
    lock: () => setBehaviour('locked'),
    unlock: () => setBehaviour('approve'),
    disappear: () => setBehaviour('disappear'),
    selectAccount: (account) => selectAccount(store, has, account),
    switchChain: (id) => switchChain(store, id),
    ask: consentQueue.request,
    disconnect: () => store.setState({ permitted: [] }),
    present: () => store.setState({ postponed: [] }),
    waitForRequest: (signal) => waitForRequest(store, signal),
    close: () => endings.toReversed().forEach((end) => end()),
  }
  if (options.expose) endings.push(exposeWallet(wallet))
  return wallet
}

function selectAccount(
  store: StoreApi<WalletState>,
  has: (address: Address) => boolean,
  account: Address | readonly Address[],
): void {
  const selected = (typeof account === 'string' ? [account] : account).map(lower)
  const unknownAddress = selected.find((address) => !has(address))
  if (unknownAddress || selected.length === 0)
    throw new RangeError(`The wallet holds no account ${unknownAddress ?? 'of that name'}`)
  store.setState(({ permitted }) => ({
    selected,
    permitted: permitted.length > 0 ? selected : permitted,
  }))
}

function switchChain(store: StoreApi<WalletState>, id: number): void {
  const chain = store.getState().chains.find((entry) => entry.id === id)
  if (!chain) throw new RangeError(`The wallet does not know chain ${id}`)
  store.setState({ chain })
}

function firstState(
  {
    chains,
    behaviour = 'approve',
    confirm = 'approve',
    batches = false,
    storage,
  }: DevelopmentWalletOptions,
  accounts: WalletState['accounts'],
  memoryKey: string,
): WalletState {
  const memory = storage && recall(storage, memoryKey)
  const ownAddresses = new Set(accounts.map(({ address }) => address))
  const permitted = memory?.permitted.filter((address) => ownAddresses.has(address)) ?? []
  const allChains = [...chains, ...(memory?.added ?? [])]
  const chain = allChains.find(({ id }) => id === memory?.chainId) ?? chains[0]
  const selected =
    permitted.length > 0 ? permitted : accounts.slice(0, 1).map(({ address }) => address)
  return {
    behaviour,
    confirm,
    accounts,
    selected,
    permitted,
    chains: allChains,
    chain,
    batches,
    granted: [],
    pending: [],
    postponed: [],
  }
}
