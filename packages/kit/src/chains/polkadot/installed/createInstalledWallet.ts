import { addressKey } from '@latchkey/protocol/address'
import type { NetworkId } from '@latchkey/protocol/caip'
import { isObject } from '@latchkey/protocol/isObject'
import { toHex } from '@latchkey/protocol/hex'
import type { SharedAccount } from '../../../core/accounts/sharedAccount.ts'
import { createListeners } from '../../../core/kit/createListeners.ts'
import { kitError } from '../../../core/errors/errors.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import { ignoreRejection } from '../../../core/requests/ignoreRejection.ts'
import { partOf } from '../../../core/requests/readParts.ts'
import { readSafely } from '../../../core/requests/readSafely.ts'
import type { PolkadotSigner } from '../signer.ts'
import { readSignature, readSignedPayload } from '../walletAnswers.ts'
import { accountsOn, readReported, spelled } from './readReported.ts'
import type { ReportedAccount } from './readReported.ts'
import { toEnableError } from './toEnableError.ts'

/** A wallet of `injectedWeb3`. */
export type InstalledWallet = {
  readonly signer: PolkadotSigner
  /**
   * Requests the accounts from the wallet's owner. A wallet that the owner has authorised before
   * answers without a prompt. A call during an open request also resolves with that request.
   * @throws the wallet's errors; KitError unauthorized, resourceUnavailable, answerInvalid
   */
  enable(): Promise<void>
  /** The accounts on a network, in the network's spelling. Empty before `enable`. */
  accountsOn(networkId: NetworkId): readonly SharedAccount[]
  /** Reads the accounts again, if the wallet is enabled. Never throws. */
  refresh(): Promise<void>
  /**
   * Calls back after each change of the accounts, until the returned function is called. A wallet
   * that is locked, or that does not permit the site any more, reports an empty list.
   */
  subscribe(onChange: () => void): () => void
  /** Stops listening to the wallet. It has no function by which a site could disconnect. */
  leave(): void
}

/**
 * Creates a wallet from an entry of `injectedWeb3`.
 * @param siteName the name of the site, which the wallet shows
 */
export const createInstalledWallet = (entry: object, siteName: string): InstalledWallet =>
  new InjectedWallet(entry, siteName)

class InjectedWallet implements InstalledWallet {
  readonly signer: PolkadotSigner
  readonly subscribe: InstalledWallet['subscribe']
  readonly #entry: object
  readonly #siteName: string
  readonly #notify: () => void
  #enabling: Promise<void> | undefined
  /** The answer of `enable`. Undefined before, and after `leave`. */
  #extension: object | undefined
  #reported: readonly ReportedAccount[] = []
  #unsubscribe = () => {}

  constructor(entry: object, siteName: string) {
    const { notify, subscribe } = createListeners<[]>()
    this.#entry = entry
    this.#siteName = siteName
    this.#notify = notify
    this.subscribe = subscribe
    this.signer = {
      keyTypeOf: (address) => this.#find(address)?.type,
      signPayload: async ({ payload }) =>
        readSignedPayload(
          await this.#sign('signPayload', {
            ...payload,
            address: this.#required(payload.address).address,
          }),
        ),
      signMessage: async ({ address, message }) =>
        readSignature(
          partOf(
            await this.#sign('signRaw', {
              address: this.#required(address).address,
              data: `0x${toHex(new TextEncoder().encode(message))}`,
              type: 'bytes',
            }),
            'signature',
          ),
        ),
    }
  }

  async enable(): Promise<void> {
    const earlier = this.#enabling
    const enabling = this.#open()
    this.#enabling = enabling
    // the wallet may have lost the earlier request, so this one is sent nevertheless
    const answers = earlier
      ? [enabling.catch((error: unknown) => waitFor(earlier, error)), earlier.catch(forever)]
      : [enabling]
    try {
      await Promise.race(answers)
    } finally {
      if (this.#enabling === enabling) this.#enabling = undefined
    }
  }

  accountsOn(networkId: NetworkId): readonly SharedAccount[] {
    return spelled(accountsOn(this.#reported, networkId), networkId)
  }

  async refresh(): Promise<void> {
    const extension = this.#extension
    if (!extension) return
    try {
      const list = await callOf(partOf(extension, 'accounts'), 'get')
      if (this.#extension === extension) this.#set(list)
    } catch {
      // the next request to the wallet fails, too, and reports it
    }
  }

  leave(): void {
    this.#unsubscribe()
    this.#unsubscribe = () => {}
    this.#extension = undefined
    this.#reported = []
  }

  async #open(): Promise<void> {
    const extension = await this.#requestExtension()
    const accounts = partOf(extension, 'accounts')
    if (!isObject(extension) || !isObject(accounts)) throw noAccounts()
    const list = await callOf(accounts, 'get')
    if (!Array.isArray(list)) throw noAccounts()
    this.leave()
    this.#extension = extension
    this.#reported = readReported(list)
    const listen = (changed: unknown) => {
      if (this.#extension === extension) this.#set(changed)
    }
    const stop = await callOf(accounts, 'subscribe', listen).catch(() => undefined)
    this.#unsubscribe = () => {
      if (typeof stop === 'function')
        ignoreRejection(readSafely(() => Reflect.apply(stop, undefined, []) as unknown, undefined))
    }
  }

  async #requestExtension(): Promise<unknown> {
    const name = typeof partOf(this.#entry, 'enable') === 'function' ? 'enable' : 'connect'
    try {
      return await callOf(this.#entry, name, this.#siteName)
    } catch (error) {
      throw toEnableError(error)
    }
  }

  #set(list: unknown): void {
    const next = readReported(list)
    if (JSON.stringify(next) === JSON.stringify(this.#reported)) return
    this.#reported = next
    this.#notify()
  }

  #find(address: string): ReportedAccount | undefined {
    const key = addressKey(address)
    return this.#reported.find((account) => addressKey(account.address) === key)
  }

  /** @throws KitError unauthorized for an account that the wallet does not share */
  #required(address: string): ReportedAccount {
    if (!this.#extension) throw kitError('providerDisconnected')
    const account = this.#find(address)
    if (!account) throw kitError('unauthorized')
    return account
  }

  #sign(name: 'signPayload' | 'signRaw', payload: object): Promise<unknown> {
    return callOf(partOf(this.#extension, 'signer'), name, payload)
  }
}

/** Waits for the earlier request, where that one is the reason of the error. */
function waitFor(earlier: Promise<void>, error: unknown): Promise<void> {
  if (!KitError.is(error, 'resourceUnavailable')) throw error
  return earlier
}

const forever = () => new Promise<void>(() => {})

const noAccounts = () => kitError('answerInvalid', { details: 'The wallet shared no accounts.' })

/**
 * Calls a function of a wallet's object.
 * @throws KitError methodNotSupported where the wallet lacks it; the wallet's errors
 */
async function callOf(
  target: unknown,
  name: string,
  ...args: readonly unknown[]
): Promise<unknown> {
  const found = partOf(target, name)
  if (typeof found !== 'function') throw kitError('methodNotSupported')
  return Reflect.apply(found, target, args) as unknown
}
