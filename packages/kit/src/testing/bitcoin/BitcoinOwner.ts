import { createListeners } from '../../core/kit/createListeners.ts'
import { ProviderError, refused } from '../providerError.ts'
import type { BitcoinRequest } from './bitcoinRequest.ts'
import { readPsbt } from './readPsbt.ts'
import { bitcoinAccounts } from './bitcoinAccounts.ts'
import type { BitcoinAccount, BitcoinKey } from './bitcoinAccounts.ts'
import type { BitcoinNetworkName } from './paramsOf.ts'
import { signPsbt } from './signPsbt.ts'
import { signBip137, signBip322 } from './signText.ts'

/** How a wallet answers: it approves, refuses, or never answers. */
export type BitcoinBehaviour = 'approve' | 'refuse' | 'hang'

/** The options of a wallet's owner, which all interfaces have in common. */
export type BitcoinOwnerOptions = {
  /** The wallet's network at its start. @default 'regtest' */
  network?: BitcoinNetworkName
  /**
   * The accounts on a network.
   * @default the first three accounts of the development phrase
   */
  accounts?: (network: BitcoinNetworkName) => readonly BitcoinAccount[]
  /** How the wallet signs texts that the site leaves to it. @default 'bip322' */
  protocol?: 'bip322' | 'ecdsa'
  /** Broadcasts a signed PSBT and returns its txid. Without it, the wallet does not broadcast. */
  send?: (psbt: Uint8Array<ArrayBuffer>) => Promise<string>
  /** Returns the PSBT to sign in place of the requested one, to test a hostile wallet. */
  replace?: (psbt: Uint8Array<ArrayBuffer>) => Uint8Array | Promise<Uint8Array>
  /**
   * Requests the owner's approval, once for each request of a site. If it rejects, the site gets
   * the error as the wallet's answer.
   * @default every request is approved
   */
  confirm?: (request: BitcoinRequest) => Promise<unknown>
  /**
   * Storage for the page's permission, by the wallet's name. With it, a silent reconnect works
   * after a reload.
   * @default none
   */
  storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

/** A change of a wallet that pages learn of. */
export type BitcoinChange = 'accounts' | 'network' | 'disconnect'

/** The owner of a Bitcoin wallet: has the keys, shares accounts, and answers requests. */
export class BitcoinOwner {
  readonly requests: string[] = []
  readonly changes = createListeners<[change: BitcoinChange]>()
  behaviour: BitcoinBehaviour = 'approve'
  network: BitcoinNetworkName
  readonly #options: BitcoinOwnerOptions
  readonly #storageKey: string
  #isConnected: boolean
  /** The numbers of the shared accounts, the selected one first. */
  #shared: readonly number[] | undefined

  constructor(name: string, options: BitcoinOwnerOptions) {
    this.#options = options
    this.#storageKey = `${name}/connected`
    this.#isConnected = options.storage?.getItem(this.#storageKey) === 'yes'
    this.network = options.network ?? 'regtest'
  }

  /** The accounts that pages see, the selected one first. */
  get accounts(): readonly BitcoinAccount[] {
    return this.#isConnected ? this.#chosen() : []
  }

  get isConnected(): boolean {
    return this.accounts.length > 0
  }

  share(accounts: readonly number[]): void {
    this.#shared = [...accounts]
    if (this.#isConnected) this.changes.notify('accounts')
  }

  setNetwork(network: BitcoinNetworkName): void {
    this.network = network
    if (this.#isConnected) this.changes.notify('network')
  }

  async connect(): Promise<void> {
    await this.#confirm({ kind: 'connect' })
    this.setConnected()
  }

  setConnected(): void {
    this.#isConnected = true
    this.#options.storage?.setItem(this.#storageKey, 'yes')
    this.changes.notify('accounts')
  }

  disconnect(): void {
    this.#isConnected = false
    this.#options.storage?.removeItem(this.#storageKey)
    this.changes.notify('disconnect')
  }

  async switchNetwork(network: BitcoinNetworkName): Promise<void> {
    await this.#confirm({ kind: 'switchNetwork', network })
    this.setNetwork(network)
  }

  async signMessage(
    address: string,
    message: string,
    protocol = this.#options.protocol ?? 'bip322',
  ): Promise<string> {
    const key = this.#keyOf(address)
    await this.#confirm({ kind: 'signMessage', address, message })
    return protocol === 'ecdsa' ? signBip137(key, message) : signBip322(key, message, this.network)
  }

  async signPsbt(
    psbt: Uint8Array,
    inputs: readonly { index: number; address: string }[],
  ): Promise<Uint8Array<ArrayBuffer>> {
    const signing = inputs.map(({ index, address }) => ({ index, key: this.#keyOf(address) }))
    const own = this.accounts.flatMap(({ payment, ordinals }) => [
      payment.address,
      ordinals.address,
    ])
    await this.#confirm({
      kind: 'signPsbt',
      psbt: Uint8Array.from(psbt),
      inputs,
      ...readPsbt(psbt, this.network, own),
    })
    const { replace } = this.#options
    return signPsbt((await replace?.(Uint8Array.from(psbt))) ?? psbt, signing)
  }

  /**
   * Broadcasts a signed PSBT.
   * @returns its txid
   * @throws ProviderError 4200 if the wallet does not broadcast
   */
  async broadcast(psbt: Uint8Array<ArrayBuffer>): Promise<string> {
    const { send } = this.#options
    if (!send) throw new ProviderError(4200, 'This wallet does not broadcast.')
    return send(psbt)
  }

  /** Requests the owner's approval. */
  async #confirm(request: BitcoinRequest): Promise<void> {
    if (this.behaviour === 'hang') await new Promise(() => {})
    if (this.behaviour === 'refuse') throw refused()
    await this.#options.confirm?.(request)
  }

  #chosen(): readonly BitcoinAccount[] {
    const { accounts = (network) => bitcoinAccounts(3, { network }) } = this.#options
    const all = accounts(this.network)
    return this.#shared?.flatMap((index) => all[index] ?? []) ?? all
  }

  #keyOf(address: string): BitcoinKey {
    const key = this.accounts
      .flatMap(({ payment, ordinals }) => [payment, ordinals])
      .find((entry) => entry.address === address)
    if (!key) throw new ProviderError(4100, 'The account is not shared with this site.')
    return key
  }
}
