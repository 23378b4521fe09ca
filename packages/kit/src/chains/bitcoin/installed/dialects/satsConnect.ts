import type { NetworkId } from '@latchkey/protocol/caip'
import {
  bitcoinNetworkIdOf,
  bitcoinNetworkOf,
  isBitcoinAddressOn,
} from '@latchkey/protocol/chains/bitcoinNetworks'
import { toBase64 } from '@latchkey/protocol/base64'
import { walletAccounts } from '@latchkey/protocol/counts'
import { toHex } from '@latchkey/protocol/hex'
import { kitError } from '../../../../core/errors/errors.ts'
import { KitError } from '../../../../core/errors/KitError.ts'
import type { ErrorCode } from '../../../../core/errors/errors.ts'
import { listIn, partOf } from '../../../../core/requests/readParts.ts'
import { ignoreRejection } from '../../../../core/requests/ignoreRejection.ts'
import { readSafely } from '../../../../core/requests/readSafely.ts'
import { toWalletError } from '../../../../core/requests/walletError.lazy.ts'
import type { BitcoinSigner } from '../../signer.ts'
import {
  readPsbtBase64,
  readPsbtHex,
  readSignatureBase64,
  readTxid,
} from '../../wire/walletAnswers.ts'
import type { InstalledWallet, WalletState } from './InstalledWallet.ts'
import { readAccounts } from './readAccounts.ts'
import type { ReportedAddress } from './readAccounts.ts'

/** What the site asks addresses for. */
const purposes = ['payment', 'ordinals'] as const

/** Errors of a wallet that does not know a method, or not with these parameters. */
const isUnknownMethod: ReadonlySet<ErrorCode> = new Set([
  'methodNotFound',
  'methodNotSupported',
  'unsupportedMethod',
  'invalidParams',
])

/** The errors of sats-connect whose codes other wallets use for something else. */
const satsErrors: ReadonlyMap<unknown, 'userRejected' | 'methodNotSupported' | 'unauthorized'> =
  new Map([
    [-32000, 'userRejected'],
    [-32001, 'methodNotSupported'],
    [-32002, 'unauthorized'],
  ])

/** The events after which the accounts are read again, and the one by which the wallet leaves. */
const events = { accountChange: 'changed', networkChange: 'changed', disconnect: 'ended' } as const

/**
 * A wallet with the interface of sats-connect: one function `request`, with answers as in JSON-RPC.
 * Leather has an older form of it: its addresses have a `symbol` and a `type`, and its PSBTs are in
 * hex. WBIP004, `@sats-connect/core`
 * @param networks the site's networks
 */
export function createSatsConnectWallet(
  provider: object,
  networks: readonly NetworkId[],
): InstalledWallet {
  const requests = new Requests(provider)
  /** The last state of a wallet that reports its state only with a prompt. */
  let older: WalletState | undefined
  return {
    signer: createSigner(provider, requests, () => older),

    async connect(networkId) {
      const name = nameOf(networkId)
      const answer = await requests
        .send('wallet_connect', { addresses: purposes, ...(name && { network: name }) })
        .catch((error: unknown) => {
          if (KitError.is(error) && isUnknownMethod.has(error.code)) return undefined
          throw error
        })
      const state = readState(answer ?? (await requests.send('getAddresses', { purposes })), [
        networkId,
        ...networks,
      ])
      older = state.isOlder ? withOneNetwork(state) : undefined
      return older ?? state
    },

    async read() {
      if (older) return older
      try {
        return readState(await requests.send('wallet_getAccount', null), networks)
      } catch (error) {
        // the wallet does not share its accounts, or has no such method
        if (
          KitError.is(error) &&
          (error.code === 'unauthorized' || isUnknownMethod.has(error.code))
        )
          return undefined
        throw error
      }
    },

    listen(onChange) {
      const stops = Object.entries(events).map(([eventName, change]) =>
        readSafely(() => listenTo(provider, eventName, () => onChange(change)), undefined),
      )
      for (const stop of stops) ignoreRejection(stop)
      return () => {
        for (const stop of stops)
          if (typeof stop === 'function')
            ignoreRejection(readSafely(() => (stop as () => unknown)(), undefined))
      }
    },

    async switchNetwork(networkId) {
      const name = nameOf(networkId)
      if (!name || older) throw kitError('switchChain')
      await requests.send('wallet_changeNetwork', { name })
    },

    async disconnect() {
      older = undefined
      await requests.send('wallet_disconnect', null)
    },
  }
}

/** The name of a network in sats-connect, such as `Mainnet`. */
function nameOf(networkId: NetworkId): string | undefined {
  const name = bitcoinNetworkOf(networkId)?.name
  return name && name.slice(0, 1).toUpperCase() + name.slice(1)
}

/** Adds a listener. Some wallets take the event and the function, others take one object. */
function listenTo(provider: object, eventName: string, cb: () => void): unknown {
  const add = partOf(provider, 'addListener')
  if (typeof add !== 'function') return undefined
  const parameters = add.length > 1 ? [eventName, cb] : [{ eventName, cb }]
  return Reflect.apply(add, provider, parameters) as unknown
}

const withOneNetwork = ({ accounts, networkId }: WalletState): WalletState => ({
  accounts,
  networkId,
  networkIds: [networkId],
})

/** Sends requests to a wallet. */
class Requests {
  readonly #provider: object

  constructor(provider: object) {
    this.#provider = provider
  }

  /**
   * Sends one request.
   * @throws KitError the wallet's errors
   */
  async send(method: string, params: unknown): Promise<unknown> {
    const call = partOf(this.#provider, 'request')
    if (typeof call !== 'function') throw kitError('methodNotSupported')
    try {
      const answer: unknown = await Reflect.apply(call, this.#provider, [method, params])
      const error = partOf(answer, 'error')
      if (error !== undefined && error !== null) throw error
      return partOf(answer, 'result')
    } catch (error) {
      throw toSatsError(error)
    }
  }
}

/** The KitError for an error of a wallet. Leather rejects with a whole answer, its error inside. */
function toSatsError(error: unknown): KitError {
  const code = partOf(partOf(error, 'error') ?? error, 'code')
  const known = satsErrors.get(code)
  return known ? kitError(known, { cause: error }) : toWalletError(error)
}

/**
 * Reads accounts and network in an answer. Where it has no network, it is the first of `networks`
 * to which the first address belongs.
 * @throws KitError answerInvalid
 */
function readState(
  answer: unknown,
  networks: readonly NetworkId[],
): WalletState & { isOlder: boolean } {
  const reported = listIn(partOf(answer, 'addresses'), walletAccounts).flatMap(readAddress)
  const name = partOf(partOf(partOf(answer, 'network'), 'bitcoin'), 'name')
  const networkId =
    name === undefined
      ? networks.find((id) => isOn(reported[0]?.address ?? '', id))
      : typeof name === 'string'
        ? bitcoinNetworkIdOf(name)
        : undefined
  if (!networkId) throw kitError('answerInvalid', { details: 'The wallet named no network.' })
  const accounts = readAccounts(reported, networkId)
  if (accounts.length === 0)
    throw kitError('answerInvalid', { details: 'The wallet named no address of its network.' })
  return { accounts, networkId, isOlder: name === undefined }
}

const isOn = (address: string, networkId: NetworkId): boolean => {
  const network = bitcoinNetworkOf(networkId)
  return network !== undefined && isBitcoinAddressOn(address, network)
}

/** Reads an address. Leather reports addresses of other chains, too: they have another symbol. */
function readAddress(entry: unknown): readonly ReportedAddress[] {
  const [address, symbol, publicKey] = [
    partOf(entry, 'address'),
    partOf(entry, 'symbol'),
    partOf(entry, 'publicKey'),
  ]
  const purpose = purposeOf(entry)
  if (typeof address !== 'string' || !purpose || (symbol !== undefined && symbol !== 'BTC'))
    return []
  return [{ address, purpose, ...(typeof publicKey === 'string' && { publicKey }) }]
}

function purposeOf(entry: unknown): ReportedAddress['purpose'] {
  const [purpose, type] = [partOf(entry, 'purpose'), partOf(entry, 'type')]
  if (purpose === 'payment' || purpose === 'ordinals') return purpose
  if (purpose !== undefined) return undefined // an address of another chain
  return type === 'p2tr' ? 'ordinals' : type === 'p2wpkh' ? 'payment' : undefined
}

function createSigner(
  provider: object,
  requests: Requests,
  older: () => WalletState | undefined,
): BitcoinSigner {
  const canCall = typeof partOf(provider, 'request') === 'function'
  return {
    canSignPsbt: canCall,

    async signPsbt({ psbt, inputs, networkId }) {
      if (older()) {
        const answer = await requests.send('signPsbt', {
          hex: toHex(psbt),
          signAtIndex: inputs.map(({ index }) => index),
          broadcast: false,
          network: bitcoinNetworkOf(networkId)?.name,
        })
        return readPsbtHex(partOf(answer, 'hex'))
      }
      const signInputs: Record<string, number[]> = {}
      for (const { address, index } of inputs) (signInputs[address] ??= []).push(index)
      const answer = await requests.send('signPsbt', {
        psbt: toBase64(psbt),
        signInputs,
        broadcast: false,
      })
      return readPsbtBase64(partOf(answer, 'psbt'))
    },

    async signMessage({ address, message, networkId, protocol = 'bip322' }) {
      const purpose = older()?.accounts.find((account) => account.address === address)?.purpose
      const answer = await requests.send(
        'signMessage',
        older()
          ? {
              message,
              paymentType: purpose === 'ordinals' ? 'p2tr' : 'p2wpkh',
              network: bitcoinNetworkOf(networkId)?.name,
            }
          : { address, message, protocol: protocol.toUpperCase() },
      )
      const signer = partOf(answer, 'address')
      if (signer !== undefined && signer !== address)
        throw kitError('answerInvalid', { details: 'The wallet signed with another address.' })
      return readSignatureBase64(partOf(answer, 'signature'))
    },

    async sendTransfer({ to, amount }) {
      // an amount of all coins is below 2^53
      const recipient = { address: to, amount: older() ? String(amount) : Number(amount) }
      const answer = await requests.send('sendTransfer', { recipients: [recipient] })
      return readTxid(partOf(answer, 'txid'))
    },
  }
}
