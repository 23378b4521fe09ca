import type { NetworkId } from '@latchkey/protocol/caip'
import { bitcoinNetworkOf } from '@latchkey/protocol/chains/bitcoinNetworks'
import { walletAccounts, walletChains } from '@latchkey/protocol/counts'
import { toHex } from '@latchkey/protocol/hex'
import { isObject } from '@latchkey/protocol/isObject'
import { kitError } from '../../../../core/errors/errors.ts'
import { bytesIn } from '../../../../core/requests/bytesIn.ts'
import { listIn, partOf, partOfFirst, textsIn } from '../../../../core/requests/readParts.ts'
import { ignoreRejection } from '../../../../core/requests/ignoreRejection.ts'
import { readSafely } from '../../../../core/requests/readSafely.ts'
import type { BitcoinSigner } from '../../signer.ts'
import { readPsbtBytes, readSignatureBytes } from '../../wire/walletAnswers.ts'
import type { InstalledWallet, WalletState } from './InstalledWallet.ts'
import { readAccounts } from './readAccounts.ts'
import type { ReportedAddress } from './readAccounts.ts'

/**
 * The names of features, each with the name of its function. MetaMask has its events under
 * `bitcoin:events`. Wallet Standard, `@exodus/bitcoin-wallet-standard-features`
 */
const features = {
  connect: ['bitcoin:connect', 'connect'],
  restore: ['standard:connect', 'connect'],
  disconnect: ['standard:disconnect', 'disconnect'],
  bitcoinDisconnect: ['bitcoin:disconnect', 'disconnect'],
  events: ['standard:events', 'on'],
  bitcoinEvents: ['bitcoin:events', 'on'],
  signMessage: ['bitcoin:signMessage', 'signMessage'],
  signTransaction: ['bitcoin:signTransaction', 'signTransaction'],
} as const
type FeatureName = keyof typeof features

/** An account, and the wallet's object for it, which requests to the wallet must contain. */
type FoundAccount = ReportedAddress & { account: object; chains: readonly string[] }

/** The name of a network in the Wallet Standard, such as `bitcoin:mainnet`. */
export const standardChainOf = (networkId: NetworkId): `bitcoin:${string}` =>
  `bitcoin:${bitcoinNetworkOf(networkId)?.name ?? 'unknown'}`

/** The networks that a wallet or one of its accounts reports, as Wallet Standard names. */
const chainsOf = (value: unknown): readonly string[] =>
  textsIn(partOf(value, 'chains'), walletChains)

/**
 * A wallet of the Wallet Standard. It has no current network: each request names its network, so
 * only the page switches networks.
 * @param networks the site's networks
 */
export function createStandardWallet(
  wallet: object,
  networks: readonly NetworkId[],
): InstalledWallet {
  const networkIds = () => networks.filter((id) => chainsOf(wallet).includes(standardChainOf(id)))
  const own = () => foundIn(partOf(wallet, 'accounts'))
  return {
    signer: createSigner(wallet, own),

    async connect(networkId) {
      if (networkIds().length === 0) throw kitError('chainDisconnected')
      const answer = await callFeature(wallet, 'connect', { purposes: ['payment', 'ordinals'] })
      const answered = foundIn(partOf(answer, 'accounts'))
      const state = stateOf(answered.length > 0 ? answered : own(), networkIds(), networkId)
      if (!state) throw kitError('providerDisconnected')
      return state
    },

    async read(networkId) {
      if (own().length === 0 && featureOf(wallet, 'restore'))
        await callFeature(wallet, 'restore', { silent: true })
      return stateOf(own(), networkIds(), networkId)
    },

    listen(onChange) {
      const notify = () => onChange('changed')
      const stops = (['events', 'bitcoinEvents'] as const).map((name) =>
        readSafely(() => featureOf(wallet, name)?.('change', notify), undefined),
      )
      for (const stop of stops) ignoreRejection(stop)
      return () => {
        for (const stop of stops)
          if (typeof stop === 'function')
            ignoreRejection(readSafely(() => (stop as () => unknown)(), undefined))
      }
    },

    async switchNetwork(networkId) {
      if (stateOf(own(), [networkId], networkId) === undefined) throw kitError('switchChain')
    },

    async disconnect() {
      const name = featureOf(wallet, 'disconnect') ? 'disconnect' : 'bitcoinDisconnect'
      if (featureOf(wallet, name)) await callFeature(wallet, name)
    },
  }
}

/**
 * The state on the preferred network, or on the first network where the wallet has accounts.
 * Undefined if there is none.
 */
function stateOf(
  found: readonly FoundAccount[],
  networkIds: readonly NetworkId[],
  preferred: NetworkId | undefined,
): WalletState | undefined {
  const reachable = networkIds.filter((id) => accountsOn(found, id).length > 0)
  const networkId = reachable.find((id) => id === preferred) ?? reachable[0]
  return networkId === undefined
    ? undefined
    : { accounts: accountsOn(found, networkId), networkId, networkIds: reachable }
}

const accountsOn = (found: readonly FoundAccount[], networkId: NetworkId) =>
  readAccounts(
    found
      .filter(({ chains }) => chains.length === 0 || chains.includes(standardChainOf(networkId)))
      .map(({ address, publicKey, purpose }) => ({
        address,
        ...(publicKey !== undefined && { publicKey }),
        ...(purpose && { purpose }),
      })),
    networkId,
  )

function createSigner(wallet: object, own: () => readonly FoundAccount[]): BitcoinSigner {
  const accountOf = (address: string): object => {
    const account = own().find((entry) => entry.address === address)?.account
    if (!account) throw kitError('unauthorized')
    return account
  }
  return {
    get canSignPsbt() {
      return featureOf(wallet, 'signTransaction') !== undefined
    },

    async signPsbt({ psbt, inputs, networkId }) {
      const addresses = [...new Set(inputs.map(({ address }) => address))]
      const answer = await callFeature(wallet, 'signTransaction', {
        psbt: psbt.slice(),
        inputsToSign: addresses.map((address) => ({
          account: accountOf(address),
          signingIndexes: inputs
            .filter((input) => input.address === address)
            .map(({ index }) => index),
        })),
        chain: standardChainOf(networkId),
      })
      return readPsbtBytes(partOfFirst(answer, 'signedPsbt'))
    },

    async signMessage({ address, message }) {
      const bytes = new TextEncoder().encode(message)
      const answer = await callFeature(wallet, 'signMessage', {
        account: accountOf(address),
        message: bytes.slice(),
      })
      const signed = partOfFirst(answer, 'signedMessage')
      const isOwn =
        signed === undefined ||
        bytesIn(signed, [bytes.length, bytes.length])?.every((byte, at) => byte === bytes[at])
      if (!isOwn) throw kitError('answerInvalid', { details: 'The wallet signed another text.' })
      return readSignatureBytes(partOfFirst(answer, 'signature'))
    },
  }
}

/** The accounts in a wallet's list, at most 100. */
const foundIn = (list: unknown): readonly FoundAccount[] =>
  listIn(list, walletAccounts).flatMap((account): FoundAccount[] => {
    const address = partOf(account, 'address')
    if (!isObject(account) || typeof address !== 'string') return []
    const key = bytesIn(partOf(account, 'publicKey'), [32, 65])
    const purpose = partOf(account, 'purpose')
    return [
      {
        address,
        account,
        chains: chainsOf(account),
        ...(key && { publicKey: toHex(key) }),
        ...((purpose === 'payment' || purpose === 'ordinals') && { purpose }),
      },
    ]
  })

type Call = (...args: readonly unknown[]) => unknown

/** The function of a feature. Undefined if the wallet lacks it. */
function featureOf(wallet: object, name: FeatureName): Call | undefined {
  const [feature, method] = features[name]
  const entry = partOf(partOf(wallet, 'features'), feature)
  const call = partOf(entry, method)
  return typeof call === 'function'
    ? (...args) => Reflect.apply(call, entry, args) as unknown
    : undefined
}

/**
 * Calls a feature.
 * @throws KitError methodNotSupported where the wallet lacks it; the wallet's errors
 */
async function callFeature(
  wallet: object,
  name: FeatureName,
  ...args: readonly unknown[]
): Promise<unknown> {
  const call = featureOf(wallet, name)
  if (!call) throw kitError('methodNotSupported')
  return call(...args)
}
