import { pageWindow } from '../pageWindow.ts'
import type { WalletWindow } from '../pageWindow.ts'
import { registerWallet } from '../registerWallet.ts'
import { walletIcon } from '../walletIcon.ts'
import type { BitcoinAccount } from './bitcoinAccounts.ts'
import { BitcoinOwner } from './BitcoinOwner.ts'
import type { BitcoinBehaviour, BitcoinOwnerOptions } from './BitcoinOwner.ts'
import { leatherFace } from './dialects/leatherFace.ts'
import { satsConnectFace } from './dialects/satsConnectFace.ts'
import { standardFace } from './dialects/standardFace.ts'
import { unisatFace } from './dialects/unisatFace.ts'
import { placeAt } from './placeAt.ts'
import type { BitcoinNetworkName } from './paramsOf.ts'

/**
 * The interface of a wallet:
 * - `standard`: the Wallet Standard
 * - `metamask`: the same with accounts for payments only, and events under `bitcoin:events`
 * - `satsConnect`: sats-connect, as Xverse has it. WBIP004
 * - `leather`: the older form of sats-connect
 * - `unisat`: UniSat's
 */
export type BitcoinDialect = 'standard' | 'metamask' | 'satsConnect' | 'leather' | 'unisat'

/** The options of `createBitcoinWallet`. */
export type BitcoinWalletOptions = BitcoinOwnerOptions & {
  /** @default 'standard' */
  dialect?: BitcoinDialect
  /**
   * The wallet's name. The kit ignores it for `leather` and `unisat`, which it knows by their place.
   * @default 'Bitcoin test wallet'
   */
  name?: string
  /** The wallet's icon. @default the kit's picture for test wallets */
  icon?: `data:image/${string}`
  /** The networks of a wallet of the Wallet Standard. @default all */
  networks?: readonly BitcoinNetworkName[]
  /** Features that a wallet of the Wallet Standard lacks. @default none */
  without?: readonly string[]
  /**
   * The path of the wallet's object on the page, for interfaces that have one.
   * @default 'LatchkeyTest.BitcoinProvider', 'LeatherProvider' or 'unisat', by the interface
   */
  place?: string
}

/**
 * A Bitcoin wallet with real keys, whose behaviour can be set. Its keys are public: never use them
 * for anything of value.
 */
export type BitcoinWallet = {
  /** The wallet as pages see it. */
  readonly provider: object
  /** The accounts that the wallet shares now, the selected one first. */
  readonly accounts: readonly BitcoinAccount[]
  /** The requests so far, by the names that the wallet's interface has for them. */
  readonly requests: readonly string[]
  /** Sets how the wallet answers from now on. @default 'approve' */
  setBehaviour(behaviour: BitcoinBehaviour): void
  /**
   * Shares the accounts with these numbers, the selected one first, as if the owner had chosen them
   * in the wallet. An empty list locks the wallet.
   */
  share(accounts: readonly number[]): void
  /** Changes the network, as if the owner had chosen it in the wallet. */
  setNetwork(network: BitcoinNetworkName): void
  /**
   * Registers it on the page, or on the given window.
   * @returns the function that removes it
   * @throws KitError optionInvalid if no `window` is given and there is no page, as in plain Node
   */
  register(window?: WalletWindow): () => void
}

const everyNetwork = ['mainnet', 'testnet', 'testnet4', 'signet', 'regtest'] as const
const places = {
  satsConnect: 'LatchkeyTest.BitcoinProvider',
  leather: 'LeatherProvider',
  unisat: 'unisat',
}

/**
 * Creates a Bitcoin wallet for tests. It signs with real keys, so that a chain accepts its
 * transactions.
 * @example const wallet = createBitcoinWallet({ dialect: 'unisat' }); wallet.register()
 */
export function createBitcoinWallet({
  dialect = 'standard',
  name = 'Bitcoin test wallet',
  icon = walletIcon,
  networks = everyNetwork,
  without = [],
  place,
  ...options
}: BitcoinWalletOptions = {}): BitcoinWallet {
  const owner = new BitcoinOwner(name, options)
  const isPaymentOnly = dialect === 'metamask'
  const provider =
    dialect === 'standard' || dialect === 'metamask'
      ? standardFace(owner, { name, icon, networks, without, isPaymentOnly })
      : { satsConnect: satsConnectFace, leather: leatherFace, unisat: unisatFace }[dialect](owner)
  return {
    provider,
    requests: owner.requests,
    get accounts() {
      return owner.accounts
    },
    setBehaviour: (next) => void (owner.behaviour = next),
    share: (accounts) => owner.share(accounts),
    setNetwork: (network) => owner.setNetwork(network),
    register(window = pageWindow()) {
      if (dialect === 'standard' || dialect === 'metamask') return registerWallet(provider, window)
      const path = place ?? places[dialect]
      return placeAt(window, { path, provider, ...(dialect === 'satsConnect' && { name, icon }) })
    },
  }
}
