import { fromBase64 } from '@latchkey/protocol/base64'
import { bytesIn } from '../../../core/requests/bytesIn.ts'
import { ProviderError } from '../../providerError.ts'
import type { BitcoinKey } from '../bitcoinAccounts.ts'
import type { BitcoinOwner } from '../BitcoinOwner.ts'
import type { BitcoinNetworkName } from '../paramsOf.ts'

type Account = { address: string }
type MessageInput = { account: Account; message: Uint8Array }
type TransactionInput = {
  psbt: Uint8Array
  inputsToSign: readonly {
    account: Account
    signingIndexes: readonly number[]
    sigHash?: unknown
  }[]
  chain?: string
}

/** The description of a wallet of the Wallet Standard. */
export type StandardParts = {
  name: string
  icon: `data:image/${string}`
  networks: readonly BitcoinNetworkName[]
  /** Features that the wallet lacks. */
  without: readonly string[]
  /** Whether the wallet has only accounts for payments, and events of its own, as MetaMask has. */
  isPaymentOnly: boolean
}

/** The wallet as the Wallet Standard defines it, with features of Bitcoin. */
export function standardFace(owner: BitcoinOwner, parts: StandardParts) {
  const { name, icon, networks, without, isPaymentOnly } = parts
  const accountOf = ({ address, publicKey }: BitcoinKey) =>
    Object.freeze({
      address,
      publicKey,
      chains: [`bitcoin:${owner.network}`],
      features: Object.keys(features),
    })
  const accounts = (purposes: readonly string[] = ['payment', 'ordinals']) => {
    const [selected] = owner.accounts
    return purposes
      .flatMap((purpose) =>
        purpose === 'payment' || (purpose === 'ordinals' && !isPaymentOnly)
          ? (selected?.[purpose] ?? [])
          : [],
      )
      .map(accountOf)
  }
  const all: Record<string, object> = {
    ...connectFeatures(owner, accounts),
    [isPaymentOnly ? 'bitcoin:events' : 'standard:events']: {
      version: '1.0.0',
      on: (_: 'change', listener: (properties: object) => void) =>
        owner.changes.subscribe(() => listener({ accounts: accounts() })),
    },
    'bitcoin:signMessage': {
      version: '1.0.0',
      signMessage: (...inputs: readonly MessageInput[]) => signMessages(owner, inputs),
    },
    'bitcoin:signTransaction': {
      version: '1.0.0',
      signTransaction: (...inputs: readonly TransactionInput[]) => signTransactions(owner, inputs),
    },
  }
  const features = Object.fromEntries(
    Object.entries(all).filter(([feature]) => !without.includes(feature)),
  )
  return {
    version: '1.0.0' as const,
    name,
    icon,
    chains: networks.map((network) => `bitcoin:${network}` as const),
    features,
    get accounts() {
      return accounts()
    },
  }
}

function connectFeatures(
  owner: BitcoinOwner,
  accounts: (purposes?: readonly string[]) => readonly object[],
): Record<string, object> {
  return {
    'bitcoin:connect': {
      version: '1.0.0',
      async connect({ purposes }: { purposes: readonly string[] }) {
        owner.requests.push('bitcoin:connect')
        await owner.connect()
        return { accounts: accounts(purposes) }
      },
    },
    'standard:connect': {
      version: '1.0.0',
      async connect({ silent = false }: { silent?: boolean } = {}) {
        if (!silent) await owner.connect()
        return { accounts: accounts() }
      },
    },
    'standard:disconnect': { version: '1.0.0', disconnect: async () => owner.disconnect() },
  }
}

async function signMessages(owner: BitcoinOwner, inputs: readonly MessageInput[]) {
  owner.requests.push('bitcoin:signMessage')
  const outputs = []
  for (const { account, message } of inputs) {
    const text = new TextDecoder().decode(message)
    const signature = fromBase64(await owner.signMessage(account.address, text))
    outputs.push({ signedMessage: message, signature })
  }
  return outputs
}

async function signTransactions(owner: BitcoinOwner, inputs: readonly TransactionInput[]) {
  owner.requests.push('bitcoin:signTransaction')
  const outputs = []
  for (const { psbt, inputsToSign, chain } of inputs) {
    if (chain !== undefined && chain !== `bitcoin:${owner.network}`)
      throw new ProviderError(4901, 'The wallet is on another network.')
    if (!bytesIn(psbt, [1, Infinity])) throw new ProviderError(-32602, 'No PSBT.')
    const signed = await owner.signPsbt(
      psbt,
      inputsToSign.flatMap(({ account, signingIndexes }) =>
        signingIndexes.map((index) => ({ index, address: account.address })),
      ),
    )
    outputs.push({ signedPsbt: signed })
  }
  return outputs
}
