import type { NetworkId } from '@latchkey/protocol/caip'
import { bitcoinNetworkIdOf, bitcoinNetworkOf } from '@latchkey/protocol/chains/bitcoinNetworks'
import { walletAccounts } from '@latchkey/protocol/counts'
import { toHex } from '@latchkey/protocol/hex'
import { kitError } from '../../../../core/errors/errors.ts'
import { partOf, textsIn } from '../../../../core/requests/readParts.ts'
import { ignoreRejection } from '../../../../core/requests/ignoreRejection.ts'
import { readSafely } from '../../../../core/requests/readSafely.ts'
import type { BitcoinSigner } from '../../signer.ts'
import { readPsbtHex, readSignatureBase64, readTxid } from '../../wire/walletAnswers.ts'
import type { InstalledWallet, WalletState } from './InstalledWallet.ts'
import { readAccounts } from './readAccounts.ts'

/** The events after which accounts and network are read again. */
const events = ['accountsChanged', 'accountChanged', 'networkChanged', 'chainChanged'] as const

/** The names of networks in the older functions `getNetwork` and `switchNetwork`. */
const olderNames: ReadonlyMap<unknown, string> = new Map([
  ['livenet', 'mainnet'],
  ['mainnet', 'mainnet'],
  ['testnet', 'testnet'],
])

/**
 * A wallet with the interface of UniSat, which OKX and others have, too: a function for each
 * request. Such a wallet shares one address at a time, and it has a current network.
 * https://docs.unisat.io/dev/unisat-developer-center/unisat-wallet
 */
export function createUnisatWallet(provider: object): InstalledWallet {
  const functions = new Functions(provider)
  return {
    signer: createSigner(functions),

    async connect() {
      const state = await readState(functions, await functions.call('requestAccounts'))
      if (!state) throw kitError('providerDisconnected')
      return state
    },

    read: async () => readState(functions, await functions.call('getAccounts')),

    listen(onChange) {
      const notify = () => onChange('changed')
      const each = (name: string) => {
        for (const event of events)
          ignoreRejection(readSafely(() => functions.of(name)?.(event, notify), undefined))
      }
      each('on')
      return () => each('removeListener')
    },

    async switchNetwork(networkId) {
      const name = bitcoinNetworkOf(networkId)?.name
      if (!name) throw kitError('switchChain')
      if (functions.of('switchChain'))
        await functions.call('switchChain', `BITCOIN_${name.toUpperCase()}`)
      else if (functions.of('switchNetwork') && (name === 'mainnet' || name === 'testnet'))
        await functions.call('switchNetwork', name === 'mainnet' ? 'livenet' : name)
      else throw kitError('switchChain')
    },

    async disconnect() {
      if (functions.of('disconnect')) await functions.call('disconnect')
    },
  }
}

/**
 * Reads the state after the wallet has answered with its addresses. Undefined without an address.
 * @throws KitError chainDisconnected on a network that the kit does not know, answerInvalid
 */
async function readState(functions: Functions, answer: unknown): Promise<WalletState | undefined> {
  const addresses = textsIn(answer, walletAccounts)
  if (addresses.length === 0) return undefined
  const networkId = await readNetworkId(functions)
  if (!networkId) throw kitError('chainDisconnected')
  const key = functions.of('getPublicKey') && (await functions.call('getPublicKey'))
  const [selected, ...others] = addresses
  const accounts = readAccounts(
    [
      { address: selected ?? '', ...(typeof key === 'string' && { publicKey: key }) },
      ...others.map((address) => ({ address })),
    ],
    networkId,
  )
  if (accounts.length === 0)
    throw kitError('answerInvalid', { details: 'The wallet named no address of its network.' })
  return {
    accounts,
    networkId,
    ...(!canSwitch(functions) && { networkIds: [networkId] }),
  }
}

const canSwitch = (functions: Functions) =>
  ['switchChain', 'switchNetwork'].some((name) => functions.of(name))

/** The wallet's network. Bitcoin's main network where the wallet has no function for it. */
async function readNetworkId(functions: Functions): Promise<NetworkId | undefined> {
  if (functions.of('getChain')) {
    const name = partOf(await functions.call('getChain'), 'enum')
    return typeof name === 'string' && name.startsWith('BITCOIN_')
      ? bitcoinNetworkIdOf(name.slice('BITCOIN_'.length))
      : undefined
  }
  const older = functions.of('getNetwork') ? await functions.call('getNetwork') : 'mainnet'
  return bitcoinNetworkIdOf(olderNames.get(older) ?? '')
}

function createSigner(functions: Functions): BitcoinSigner {
  return {
    get canSignPsbt() {
      return functions.of('signPsbt') !== undefined
    },

    async signPsbt({ psbt, inputs }) {
      return readPsbtHex(
        await functions.call('signPsbt', toHex(psbt), {
          autoFinalized: false,
          toSignInputs: inputs.map(({ index, address }) => ({ index, address })),
        }),
      )
    },

    async signMessage({ address, message, protocol = 'bip322' }) {
      // the wallet signs with its selected address, so it must be this one
      const [selected] = textsIn(await functions.call('getAccounts'), 1)
      if (selected !== address) throw kitError('unauthorized')
      return readSignatureBase64(
        await functions.call(
          'signMessage',
          message,
          protocol === 'bip322' ? 'bip322-simple' : protocol,
        ),
      )
    },

    sendTransfer: async ({ to, amount }) =>
      // an amount of all coins is below 2^53
      readTxid(await functions.call('sendBitcoin', to, Number(amount))),
  }
}

/** The functions of a wallet. */
class Functions {
  readonly #provider: object

  constructor(provider: object) {
    this.#provider = provider
  }

  /** A function by its name. Undefined if the wallet lacks it. */
  of(name: string): ((...args: readonly unknown[]) => unknown) | undefined {
    const found = partOf(this.#provider, name)
    return typeof found === 'function'
      ? (...args) => Reflect.apply(found, this.#provider, args) as unknown
      : undefined
  }

  /**
   * Calls a function.
   * @throws KitError methodNotSupported where the wallet lacks it; the wallet's errors
   */
  async call(name: string, ...args: readonly unknown[]): Promise<unknown> {
    const found = this.of(name)
    if (!found) throw kitError('methodNotSupported')
    return found(...args)
  }
}
