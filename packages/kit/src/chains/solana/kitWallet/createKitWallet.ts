import { fromBase58 } from '@latchkey/protocol/base58'
import { loadCode } from '../../../core/page/loadCode.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { connectionsOf, disconnected } from '../../../core/accounts/session.ts'
import type { Connection } from '../../../core/accounts/session.ts'
import { ownFeature } from '../../../sources/installed/discoverWallets.ts'
import { standardChainOf } from '../provider/networks.ts'
import { contextOf } from '../../../core/kit/context.ts'
import { toAddresses } from '../../../core/accounts/sharedAccount.ts'

/** An account in the form of the Wallet Standard. */
export type KitAccount = {
  readonly address: string
  readonly publicKey: Uint8Array<ArrayBuffer>
  readonly chains: readonly `solana:${string}`[]
  readonly features: readonly `solana:${string}`[]
}

type Sign = (...inputs: readonly object[]) => Promise<readonly object[]>

/**
 * The methods of the kit's wallet that send requests to the visitor's wallet. Their code is loaded
 * when it is first needed.
 */
export type Answers = { signMessage: Sign; signTransaction: Sign; signAndSendTransaction: Sign }

/** The kit in the form of a wallet. Libraries use it in place of the visitor's. Wallet Standard */
export type KitWallet = {
  readonly version: '1.0.0'
  readonly name: string
  readonly icon: `data:image/${string}`
  readonly chains: readonly `solana:${string}`[]
  readonly accounts: readonly KitAccount[]
  readonly features: Readonly<Record<string, object>>
}

/** The icon for other libraries' wallet lists: a latch on a plain background. */
const icon: `data:image/${string}` = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#3355e6"/><path d="M8 16h10m0-5v10m0-5h6" fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round"/></svg>')}`

const signing = Object.freeze([
  'solana:signAndSendTransaction',
  'solana:signMessage',
  'solana:signTransaction',
] as const)

/**
 * Creates a Wallet Standard wallet over the kit's connection in solana. Its `standard:connect`
 * opens the modal if no wallet is connected. Its accounts change with the visitor's wallet and
 * account. Transactions that are sent through it are followed as if the kit had sent them.
 */
export function createKitWallet(kit: Kit, answers: () => Promise<Answers>): KitWallet {
  const networks = contextOf(kit).networks.filter(({ namespace }) => namespace === 'solana')
  const chains = Object.freeze([
    ...new Set(networks.map(({ networkId }) => standardChainOf(networkId))),
  ])
  const accounts = new KitAccounts(kit, chains)
  const wallet: KitWallet = {
    version: '1.0.0',
    name: 'Latchkey',
    icon,
    chains,
    get accounts() {
      return accounts.now()
    },
    features: frozen({
      ...connectionFeatures(kit, accounts),
      ...signingFeatures(answers),
      [ownFeature]: { version: '1.0.0' },
    }),
  }
  return Object.freeze(wallet)
}

const currentConnection = (kit: Kit): Connection | undefined =>
  connectionsOf(kit.getState().sessions.solana ?? disconnected)[0]

/** Reads the accounts of the kit's wallet from the kit's state. */
class KitAccounts {
  readonly #kit: Kit
  readonly #chains: KitWallet['chains']
  #cached: { key: string; accounts: readonly KitAccount[] } = {
    key: '',
    accounts: Object.freeze([]),
  }

  constructor(kit: Kit, chains: KitWallet['chains']) {
    this.#kit = kit
    this.#chains = chains
  }

  /**
   * The current accounts. The list and its objects stay the same until the accounts change, because
   * libraries compare them by identity.
   */
  now(): readonly KitAccount[] {
    const addresses = toAddresses(currentConnection(this.#kit)?.accounts ?? [])
    const key = addresses.join()
    const { accounts } = this.#cached
    if (key !== this.#cached.key)
      this.#cached = {
        key,
        accounts: Object.freeze(
          addresses.map(
            (address) =>
              accounts.find((account) => account.address === address) ?? this.#create(address),
          ),
        ),
      }
    return this.#cached.accounts
  }

  #create(address: string): KitAccount {
    const publicKey = fromBase58(address)
    return Object.freeze({ address, publicKey, chains: this.#chains, features: signing })
  }

  /** Calls the listener whenever the accounts have changed. */
  subscribe(listener: (properties: object) => void): () => void {
    let before = this.now()
    return this.#kit.subscribe(() => {
      const accounts = this.now()
      if (accounts === before) return
      before = accounts
      try {
        listener({ accounts })
      } catch (error) {
        // if a listener throws, the other listeners are still called
        globalThis.reportError?.(error)
      }
    })
  }
}

/** The features that connect, disconnect, and report changes. */
const connectionFeatures = (kit: Kit, accounts: KitAccounts) => ({
  'standard:connect': {
    version: '1.0.0',
    async connect(input?: { silent?: boolean }) {
      if (kit.getState().sessions.solana?.status === 'connecting')
        await loadCode(import('../../../core/accounts/awaitRestored.lazy.ts')).then(
          ({ awaitRestored: restored }) => restored(kit, 'solana'),
        )
      if (!currentConnection(kit) && !input?.silent) await kit.connect({ namespace: 'solana' })
      return { accounts: accounts.now() }
    },
  },
  'standard:disconnect': {
    version: '1.0.0',
    async disconnect() {
      const connection = currentConnection(kit)
      if (connection)
        await kit.disconnect({ connectorId: connection.connectorId, namespace: 'solana' })
    },
  },
  'standard:events': {
    version: '1.0.0',
    on: (event: string, listener: (properties: object) => void): (() => void) =>
      event === 'change' ? accounts.subscribe(listener) : () => {},
  },
})

/** The features that send requests to the visitor's wallet. */
function signingFeatures(answers: () => Promise<Answers>) {
  const requestWallet =
    (name: keyof Answers): Sign =>
    async (...inputs) =>
      (await answers())[name](...inputs)
  return {
    'solana:signMessage': { version: '1.1.0', signMessage: requestWallet('signMessage') },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      signTransaction: requestWallet('signTransaction'),
    },
    'solana:signAndSendTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      signAndSendTransaction: requestWallet('signAndSendTransaction'),
    },
  }
}

/** Freezes the features, so that no library on the page can change them for other libraries. */
function frozen(features: Readonly<Record<string, object>>): Readonly<Record<string, object>> {
  for (const feature of Object.values(features)) {
    if ('supportedTransactionVersions' in feature)
      Object.freeze(feature.supportedTransactionVersions)
    Object.freeze(feature)
  }
  return Object.freeze(features)
}
