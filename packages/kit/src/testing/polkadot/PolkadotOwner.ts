import { isSameAddress } from '@latchkey/protocol/address'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { toHex } from '@latchkey/protocol/hex'
import type { SignedPayload, SignerPayload } from '../../chains/polkadot/signer.ts'
import { createListeners } from '../../core/kit/createListeners.ts'
import { polkadotAccounts } from './polkadotAccounts.ts'
import type { PolkadotAccount } from './polkadotAccounts.ts'
import type { PolkadotRequest } from './polkadotRequest.ts'
import { numberOfType, signPayload } from './signPayload.ts'

/** How a wallet answers: it approves, refuses, or never answers. */
export type PolkadotBehaviour = 'approve' | 'refuse' | 'hang'

/** The options of a wallet's owner. */
export type PolkadotOwnerOptions = {
  /** The accounts. @default the first three accounts of the development phrase */
  accounts?: readonly PolkadotAccount[]
  /**
   * Requests the owner's approval, once for each request of a site. If it rejects, the site gets
   * the error as the wallet's answer.
   * @default every request is approved
   */
  confirm?: (request: PolkadotRequest) => Promise<unknown>
  /**
   * Storage for the page's permission, by the wallet's id. With it, a silent reconnect works after
   * a reload.
   * @default none
   */
  storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /**
   * The hash of the network's metadata, which the wallet adds to a transaction where the payload
   * permits a changed transaction. Wallets with hardware keys do so. RFC 78
   */
  metadataHash?: `0x${string}`
  /** Whether signatures of texts begin with the byte of the key's type. @default true */
  hasTypeByte?: boolean
  /** Returns the payload to sign in place of the requested one, to test a hostile wallet. */
  replace?: (payload: SignerPayload) => SignerPayload
}

/** The owner of a Polkadot wallet: has the keys, shares accounts, and answers requests. */
export class PolkadotOwner {
  readonly requests: string[] = []
  /** Notifies of each change of the shared accounts. */
  readonly changes = createListeners<[]>()
  behaviour: PolkadotBehaviour = 'approve'
  readonly #options: PolkadotOwnerOptions
  readonly #storageKey: string
  #isAuthorized: boolean
  /** The numbers of the shared accounts. Undefined where the owner shares all. */
  #shared: readonly number[] | undefined

  constructor(id: string, options: PolkadotOwnerOptions) {
    this.#options = options
    this.#storageKey = `${id}/authorized`
    this.#isAuthorized = options.storage?.getItem(this.#storageKey) === 'yes'
  }

  /** The accounts that pages see. */
  get accounts(): readonly PolkadotAccount[] {
    if (!this.#isAuthorized) return []
    const { accounts = polkadotAccounts(3) } = this.#options
    return this.#shared?.flatMap((index) => accounts[index] ?? []) ?? accounts
  }

  share(accounts: readonly number[]): void {
    this.#shared = [...accounts]
    if (this.#isAuthorized) this.changes.notify()
  }

  async enable(): Promise<void> {
    if (!this.#isAuthorized) await this.#confirm({ kind: 'connect' })
    else if (this.behaviour === 'hang') await new Promise(() => {})
    this.#isAuthorized = true
    this.#options.storage?.setItem(this.#storageKey, 'yes')
  }

  /** Ends the site's permission, as if the owner had removed the site in the wallet. */
  forget(): void {
    this.#isAuthorized = false
    this.#options.storage?.removeItem(this.#storageKey)
    this.changes.notify()
  }

  /** Signs bytes as a text, between `<Bytes>` and `</Bytes>`. */
  async signRaw(address: string, data: Uint8Array): Promise<`0x${string}`> {
    const { key } = this.#required(address)
    const text = new TextDecoder().decode(data)
    await this.#confirm({ kind: 'signMessage', address, message: text })
    const isWrapped = text.startsWith('<Bytes>') && text.endsWith('</Bytes>')
    const signature = key.sign(
      isWrapped ? data : concatBytes(utf8ToBytes('<Bytes>'), data, utf8ToBytes('</Bytes>')),
    )
    const { hasTypeByte = true } = this.#options
    return `0x${hasTypeByte ? toHex(Uint8Array.of(numberOfType[key.type])) : ''}${toHex(signature)}`
  }

  async signPayload(payload: SignerPayload): Promise<SignedPayload> {
    const { key } = this.#required(payload.address)
    await this.#confirm({ kind: 'signTransaction', address: payload.address, payload })
    const { replace, metadataHash } = this.#options
    const requested = replace?.(payload) ?? payload
    const mayChange =
      requested.withSignedTransaction === true &&
      requested.signedExtensions.includes('CheckMetadataHash')
    return signPayload(
      key,
      mayChange && metadataHash !== undefined ? { ...requested, mode: 1, metadataHash } : requested,
    )
  }

  /** Requests the owner's approval. */
  async #confirm(request: PolkadotRequest): Promise<void> {
    if (this.behaviour === 'hang') await new Promise(() => {})
    // the words of the polkadot-js extension; such wallets have no codes
    if (this.behaviour === 'refuse')
      throw new Error(request.kind === 'connect' ? 'Rejected' : 'Cancelled')
    await this.#options.confirm?.(request)
  }

  #required(address: string): PolkadotAccount {
    const account = this.accounts.find((entry) => isSameAddress(entry.address, address))
    if (!account) throw new Error('Unable to find the account')
    return account
  }
}
