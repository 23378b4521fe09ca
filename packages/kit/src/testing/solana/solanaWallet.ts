import { formatSignIn } from '@latchkey/protocol/signIn/formatSignIn'
import { createListeners } from '../../core/kit/createListeners.ts'
import { ProviderError, refused } from '../providerError.ts'
import { registerWallet } from './registerWallet.ts'
import { solanaKeys } from './solanaKeys.ts'
import type { SolanaKey } from './solanaKeys.ts'
import { signTransaction } from './signTransaction.ts'
import type { SolanaRequest } from './solanaRequest.ts'
import { chainIdOfSignIn } from './chainIdOfSignIn.ts'
import type { WalletWindow } from '../announceWallet.ts'
import { walletIcon } from '../walletIcon.ts'

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
   * Missing features, such as `solana:signIn`.
   * @default none, except sending if there is no `send`
   */
  without?: readonly string[]
  /**
   * Sends a signed transaction to the network. With it the wallet has
   * `solana:signAndSendTransaction`.
   */
  send?: (transaction: Uint8Array<ArrayBuffer>, chain: string) => Promise<void>
  /** Returns the transaction to sign in place of the requested one, to test a hostile wallet. */
  replace?: (transaction: Uint8Array<ArrayBuffer>) => Uint8Array | Promise<Uint8Array>
  /**
   * Requests the owner's approval, once for each request of a site. A rejection is the wallet's
   * answer to the site.
   * @default every request is approved
   */
  confirm?: (request: SolanaRequest) => Promise<unknown>
  /**
   * Storage for the page's permission, under the wallet's name: a silent reconnect then works after
   * a reload.
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
  /** Sets how it answers from now on. @default 'approve' */
  setBehaviour(behaviour: SolanaBehaviour): void
  /**
   * Shares these accounts, the selected one first, as the owner does in the wallet. An empty list
   * locks it.
   */
  share(addresses: readonly string[]): void
  /**
   * Registers it on the page, or on the given event target.
   * @returns the function that removes it
   * @throws KitError optionInvalid where there is no page, as in plain Node, and no `window` is
   *   given
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
  without = [],
  send,
  replace,
  confirm,
  storage,
}: SolanaWalletOptions = {}): SolanaWallet {
  const changes = createListeners<[properties: { accounts: readonly SolanaWalletAccount[] }]>()
  const requests: string[] = []
  let behaviour: SolanaBehaviour = 'approve'
  const storageKey = `${name}/connected`
  let isConnected = storage?.getItem(storageKey) === 'yes'
  let shared = keys.map(({ address }) => address)
  let accounts: readonly SolanaWalletAccount[] = []

  const keyOf = ({ address }: { address: string }): SolanaKey => {
    const key = keys.find((entry) => entry.address === address)
    if (!key || !accounts.some((entry) => entry.address === address))
      throw new ProviderError(4100, 'The account is not shared with this site.')
    return key
  }
  const ask = async (request: SolanaRequest): Promise<void> => {
    requests.push(request.feature)
    if (behaviour === 'hang') await new Promise(() => {})
    if (behaviour === 'refuse') throw refused()
    await confirm?.(request)
  }
  const requestSignatures = (
    feature: 'solana:signTransaction' | 'solana:signAndSendTransaction',
    inputs: readonly { account: { address: string }; transaction: Uint8Array }[],
  ) =>
    ask({
      feature,
      address: inputs[0]?.account.address ?? '',
      transactions: inputs.map(({ transaction }) => Uint8Array.from(transaction)),
    })
  function connected(): void {
    isConnected = true
    storage?.setItem(storageKey, 'yes')
  }
  function open(addresses: readonly string[]): void {
    const standardFeatures = Object.keys(features).filter(
      (feature): feature is `solana:${string}` => feature.startsWith('solana:'),
    )
    accounts = addresses.flatMap((address, index) => {
      const key = keys.find((entry) => entry.address === address)
      return key
        ? [
            Object.freeze({
              address,
              publicKey: key.publicKey,
              chains,
              features: standardFeatures,
              label: `Account ${index + 1}`,
            }),
          ]
        : []
    })
    changes.notify({ accounts })
  }
  const signAll = (inputs: readonly { account: { address: string }; transaction: Uint8Array }[]) =>
    Promise.all(
      inputs.map(async ({ account, transaction }) =>
        signTransaction(
          keyOf(account),
          (await replace?.(Uint8Array.from(transaction))) ?? transaction,
        ),
      ),
    )

  const allFeatures: Record<string, object> = {
    'standard:connect': {
      version: '1.0.0',
      async connect({ silent = false }: { silent?: boolean } = {}) {
        if (silent && !isConnected) return { accounts: [] }
        if (!silent) await ask({ feature: 'standard:connect' })
        connected()
        if (accounts.length === 0) open(shared)
        return { accounts }
      },
    },
    'standard:disconnect': {
      version: '1.0.0',
      async disconnect() {
        isConnected = false
        storage?.removeItem(storageKey)
        open([])
      },
    },
    'standard:events': {
      version: '1.0.0',
      on: (_: 'change', listener: (properties: object) => void) => changes.subscribe(listener),
    },
    'solana:signMessage': {
      version: '1.1.0',
      async signMessage(
        ...inputs: readonly { account: { address: string }; message: Uint8Array }[]
      ) {
        await ask({
          feature: 'solana:signMessage',
          address: inputs[0]?.account.address ?? '',
          messages: inputs.map(({ message }) => Uint8Array.from(message)),
        })
        return inputs.map(({ account, message }) => ({
          signedMessage: message,
          signature: keyOf(account).sign(message),
          signatureType: 'ed25519',
        }))
      },
    },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      async signTransaction(
        ...inputs: readonly { account: { address: string }; transaction: Uint8Array }[]
      ) {
        await requestSignatures('solana:signTransaction', inputs)
        return (await signAll(inputs)).map(({ bytes }) => ({ signedTransaction: bytes }))
      },
    },
    'solana:signAndSendTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      async signAndSendTransaction(
        ...inputs: readonly {
          account: { address: string }
          transaction: Uint8Array
          chain: string
        }[]
      ) {
        await requestSignatures('solana:signAndSendTransaction', inputs)
        const signed = await signAll(inputs)
        for (const [index, { bytes }] of signed.entries())
          await send?.(bytes, inputs[index]?.chain ?? '')
        return signed.map(({ signature }) => ({ signature }))
      },
    },
    'solana:signIn': {
      version: '1.0.0',
      async signIn(...inputs: readonly { domain?: string; address?: string; chainId?: string }[]) {
        const address = accounts[0]?.address ?? shared[0]
        if (address === undefined)
          throw new ProviderError(4100, 'The account is not shared with this site.')
        const texts = inputs.map((input) =>
          formatSignIn({
            ...input,
            accountAddress: address,
            chainId: chainIdOfSignIn(input.chainId),
          } as never),
        ) // it throws if a field is missing
        await ask({ feature: 'solana:signIn', address, text: texts.join('\n\n') })
        connected()
        if (accounts.length === 0) open(shared)
        const account = accounts.find((entry) => entry.address === address)
        if (!account) throw new ProviderError(4100, 'The account is not shared with this site.')
        return texts.map((text) => {
          const signedMessage = new TextEncoder().encode(text)
          return {
            account,
            signedMessage,
            signature: keyOf(account).sign(signedMessage),
            signatureType: 'ed25519',
          }
        })
      },
    },
  }
  const features = Object.fromEntries(
    Object.entries(allFeatures).filter(
      ([feature]) =>
        !without.includes(feature) &&
        (send !== undefined || feature !== 'solana:signAndSendTransaction'),
    ),
  )
  const wallet: SolanaWallet['wallet'] = {
    version: '1.0.0',
    name,
    icon,
    chains,
    features,
    get accounts() {
      return accounts
    },
  }

  return {
    wallet,
    requests,
    setBehaviour: (next) => void (behaviour = next),
    share(addresses) {
      shared = [...addresses]
      if (isConnected) open(addresses)
    },
    register: (window) => registerWallet(wallet, window),
  }
}
