import { formatSignIn } from '@latchkey/protocol/signIn/formatSignIn'
import { createListeners } from '../../core/kit/createListeners.ts'
import { ProviderError, refused } from '../providerError.ts'
import { registerWallet } from '../registerWallet.ts'
import { solanaKeys } from './solanaKeys.ts'
import type { SolanaKey } from './solanaKeys.ts'
import { signTransaction } from './signTransaction.ts'
import type { SolanaRequest } from './solanaRequest.ts'
import { chainIdOfSignIn } from './chainIdOfSignIn.ts'
import { walletIcon } from '../walletIcon.ts'
import type { WalletWindow } from '../pageWindow.ts'

/** How a wallet answers: it approves, refuses, or never answers. */
export type SolanaBehaviour = 'approve' | 'refuse' | 'hang'

/** An account of a Wallet Standard wallet. */
export type SolanaWalletAccount = {
  readonly address: string
  readonly publicKey: Uint8Array<ArrayBuffer>
  readonly chains: readonly `solana:${string}`[]
  readonly features: readonly `solana:${string}`[]
  readonly label: string
}

/** The options of `createSolanaWallet`. */
export type SolanaWalletOptions = {
  /** The wallet's name. @default 'Solana test wallet' */
  name?: string
  /** The wallet's icon. @default the kit's picture for test wallets */
  icon?: `data:image/${string}`
  /**
   * The supported networks, as Wallet Standard names.
   * @default solana:mainnet, solana:devnet, solana:localnet
   */
  chains?: readonly `solana:${string}`[]
  /**
   * The keys of the accounts.
   * @default the first accounts of the development phrase, m/44'/501'/n'/0'
   */
  keys?: readonly SolanaKey[]
  /**
   * Features that the wallet lacks, such as `solana:signIn`.
   * @default none, but without `send` it can't send
   */
  without?: readonly string[]
  /**
   * Sends a signed transaction to the network. The wallet has `solana:signAndSendTransaction` only
   * with this function.
   */
  send?: (transaction: Uint8Array<ArrayBuffer>, chain: string) => Promise<void>
  /** Returns the transaction to sign in place of the requested one, to test a hostile wallet. */
  replace?: (transaction: Uint8Array<ArrayBuffer>) => Uint8Array | Promise<Uint8Array>
  /**
   * Requests the owner's approval, once for each request of a site. If it rejects, the site gets
   * the error as the wallet's answer.
   * @default every request is approved
   */
  confirm?: (request: SolanaRequest) => Promise<unknown>
  /**
   * Storage for the page's permission, by the wallet's name. With it, a silent reconnect works
   * after a reload.
   * @default none
   */
  storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

/**
 * A Wallet Standard wallet with real keys, whose behaviour can be set. Its keys are public: never
 * use them for anything of value.
 */
export type SolanaWallet = {
  /** The wallet as pages see it. */
  readonly wallet: {
    readonly version: '1.0.0'
    readonly name: string
    readonly icon: `data:image/${string}`
    readonly chains: readonly `solana:${string}`[]
    readonly accounts: readonly SolanaWalletAccount[]
    readonly features: Readonly<Record<string, object>>
  }
  /** The requests so far, by the names of their features. */
  readonly requests: readonly string[]
  /** Sets how the wallet answers from now on. @default 'approve' */
  setBehaviour(behaviour: SolanaBehaviour): void
  /**
   * Shares these accounts, the selected one first, as if the owner had chosen them in the wallet.
   * An empty list locks the wallet.
   */
  share(addresses: readonly string[]): void
  /**
   * Registers it on the page, or on the given event target.
   * @returns the function that removes it
   * @throws KitError optionInvalid if no `window` is given and there is no page, as in plain Node
   */
  register(window?: WalletWindow): () => void
}

/**
 * Creates a Wallet Standard wallet for tests. It signs with real keys, so that a chain accepts its
 * transactions.
 * @example const wallet = createSolanaWallet({ name: 'Mine' }); wallet.register()
 */
export function createSolanaWallet({
  name = 'Solana test wallet',
  icon = walletIcon,
  chains = ['solana:mainnet', 'solana:devnet', 'solana:localnet'],
  keys = solanaKeys(3),
  ...options
}: SolanaWalletOptions = {}): SolanaWallet {
  const owner = new WalletOwner(name, { ...options, chains, keys })
  const features = featuresOf(owner, options)
  owner.features = Object.keys(features).filter((feature): feature is `solana:${string}` =>
    feature.startsWith('solana:'),
  )
  const wallet: SolanaWallet['wallet'] = {
    version: '1.0.0',
    name,
    icon,
    chains,
    features,
    get accounts() {
      return owner.accounts
    },
  }
  return {
    wallet,
    requests: owner.requests,
    setBehaviour: (next) => void (owner.behaviour = next),
    share: (addresses) => owner.share(addresses),
    register: (window) => registerWallet(wallet, window),
  }
}

type Account = { address: string }
type MessageInput = { account: Account; message: Uint8Array }
type TransactionInput = { account: Account; transaction: Uint8Array }
type SignInInput = { domain?: string; address?: string; chainId?: string }

/** The wallet's owner: shares accounts, has their keys, and answers requests. */
class WalletOwner {
  readonly requests: string[] = []
  readonly changes = createListeners<[properties: { accounts: readonly SolanaWalletAccount[] }]>()
  /** The names of the wallet's own features. */
  features: readonly `solana:${string}`[] = []
  behaviour: SolanaBehaviour = 'approve'
  accounts: readonly SolanaWalletAccount[] = []
  readonly #options: SolanaWalletOptions & Required<Pick<SolanaWalletOptions, 'chains' | 'keys'>>
  readonly #storageKey: string
  #isConnected: boolean
  #shared: readonly string[]

  constructor(
    name: string,
    options: SolanaWalletOptions & Required<Pick<SolanaWalletOptions, 'chains' | 'keys'>>,
  ) {
    this.#options = options
    this.#storageKey = `${name}/connected`
    this.#isConnected = options.storage?.getItem(this.#storageKey) === 'yes'
    this.#shared = options.keys.map(({ address }) => address)
  }

  share(addresses: readonly string[]): void {
    this.#shared = [...addresses]
    if (this.#isConnected) this.#open(addresses)
  }

  async connect({ silent = false }: { silent?: boolean } = {}) {
    if (silent && !this.#isConnected) return { accounts: [] }
    if (!silent) await this.#confirm({ feature: 'standard:connect' })
    this.#setConnected()
    return { accounts: this.accounts }
  }

  disconnect(): void {
    this.#isConnected = false
    this.#options.storage?.removeItem(this.#storageKey)
    this.#open([])
  }

  async signMessages(inputs: readonly MessageInput[]) {
    await this.#confirm({
      feature: 'solana:signMessage',
      address: inputs[0]?.account.address ?? '',
      messages: inputs.map(({ message }) => Uint8Array.from(message)),
    })
    return inputs.map(({ account, message }) => ({
      signedMessage: message,
      signature: this.#keyOf(account).sign(message),
      signatureType: 'ed25519',
    }))
  }

  async signTransactions(
    feature: 'solana:signTransaction' | 'solana:signAndSendTransaction',
    inputs: readonly TransactionInput[],
  ) {
    await this.#confirm({
      feature,
      address: inputs[0]?.account.address ?? '',
      transactions: inputs.map(({ transaction }) => Uint8Array.from(transaction)),
    })
    const { replace } = this.#options
    return Promise.all(
      inputs.map(async ({ account, transaction }) =>
        signTransaction(
          this.#keyOf(account),
          (await replace?.(Uint8Array.from(transaction))) ?? transaction,
        ),
      ),
    )
  }

  async signIn(inputs: readonly SignInInput[]) {
    const address = this.accounts[0]?.address ?? this.#shared[0]
    if (address === undefined) throw notShared()
    const texts = inputs.map((input) =>
      formatSignIn({
        ...input,
        accountAddress: address,
        chainId: chainIdOfSignIn(input.chainId),
      } as never),
    ) // it throws if a field is missing
    await this.#confirm({ feature: 'solana:signIn', address, text: texts.join('\n\n') })
    this.#setConnected()
    const account = this.accounts.find((entry) => entry.address === address)
    if (!account) throw notShared()
    return texts.map((text) => {
      const signedMessage = new TextEncoder().encode(text)
      const signature = this.#keyOf(account).sign(signedMessage)
      return { account, signedMessage, signature, signatureType: 'ed25519' }
    })
  }

  /** Requests the owner's approval. */
  async #confirm(request: SolanaRequest): Promise<void> {
    this.requests.push(request.feature)
    if (this.behaviour === 'hang') await new Promise(() => {})
    if (this.behaviour === 'refuse') throw refused()
    await this.#options.confirm?.(request)
  }

  #keyOf({ address }: Account): SolanaKey {
    const key = this.#options.keys.find((entry) => entry.address === address)
    if (!key || !this.accounts.some((entry) => entry.address === address)) throw notShared()
    return key
  }

  #setConnected(): void {
    this.#isConnected = true
    this.#options.storage?.setItem(this.#storageKey, 'yes')
    if (this.accounts.length === 0) this.#open(this.#shared)
  }

  /** Sets the accounts that the page sees. */
  #open(addresses: readonly string[]): void {
    const { keys, chains } = this.#options
    const { features } = this
    this.accounts = addresses.flatMap((address, index) => {
      const key = keys.find((entry) => entry.address === address)
      if (!key) return []
      const { publicKey } = key
      const label = `Account ${index + 1}`
      return [Object.freeze({ address, publicKey, chains, features, label })]
    })
    this.changes.notify({ accounts: this.accounts })
  }
}

const notShared = () => new ProviderError(4100, 'The account is not shared with this site.')

/** The features of the Wallet Standard that a wallet has. */
function featuresOf(
  owner: WalletOwner,
  { without = [], send }: Pick<SolanaWalletOptions, 'without' | 'send'>,
): Record<string, object> {
  const transactions = { version: '1.0.0', supportedTransactionVersions: ['legacy', 0] }
  const all: Record<string, object> = {
    'standard:connect': {
      version: '1.0.0',
      connect: (input?: { silent?: boolean }) => owner.connect(input),
    },
    'standard:disconnect': { version: '1.0.0', disconnect: async () => owner.disconnect() },
    'standard:events': {
      version: '1.0.0',
      on: (_: 'change', listener: (properties: object) => void) =>
        owner.changes.subscribe(listener),
    },
    'solana:signMessage': {
      version: '1.1.0',
      signMessage: (...inputs: readonly MessageInput[]) => owner.signMessages(inputs),
    },
    'solana:signTransaction': {
      ...transactions,
      async signTransaction(...inputs: readonly TransactionInput[]) {
        const signed = await owner.signTransactions('solana:signTransaction', inputs)
        return signed.map(({ bytes }) => ({ signedTransaction: bytes }))
      },
    },
    ...(send && {
      'solana:signAndSendTransaction': {
        ...transactions,
        async signAndSendTransaction(...inputs: readonly (TransactionInput & { chain: string })[]) {
          const signed = await owner.signTransactions('solana:signAndSendTransaction', inputs)
          for (const [index, { bytes }] of signed.entries())
            await send(bytes, inputs[index]?.chain ?? '')
          return signed.map(({ signature }) => ({ signature }))
        },
      },
    }),
    'solana:signIn': {
      version: '1.0.0',
      signIn: (...inputs: readonly SignInInput[]) => owner.signIn(inputs),
    },
  }
  return Object.fromEntries(Object.entries(all).filter(([feature]) => !without.includes(feature)))
}
