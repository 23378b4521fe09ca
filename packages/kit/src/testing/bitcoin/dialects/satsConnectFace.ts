import { fromBase64, toBase64 } from '@latchkey/protocol/base64'
import { toHex } from '@latchkey/protocol/hex'
import { partsOf } from '@latchkey/protocol/isObject'
import { ProviderError } from '../../providerError.ts'
import type { BitcoinKey } from '../bitcoinAccounts.ts'
import type { BitcoinChange, BitcoinOwner } from '../BitcoinOwner.ts'
import type { BitcoinNetworkName } from '../paramsOf.ts'

/** The names of networks in sats-connect. */
const names: Readonly<Record<BitcoinNetworkName, string>> = {
  mainnet: 'Mainnet',
  testnet: 'Testnet',
  testnet4: 'Testnet4',
  signet: 'Signet',
  regtest: 'Regtest',
}

const eventOf = {
  accounts: 'accountChange',
  network: 'networkChange',
  disconnect: 'disconnect',
} as const satisfies Record<BitcoinChange, string>

/** The codes of sats-connect for the errors of other wallets. */
const codes: Readonly<Record<number, number>> = { 4001: -32000, 4200: -32001, 4100: -32002 }

/** The answers to the requests of a page, by method. */
const methods: Readonly<
  Record<string, (owner: BitcoinOwner, params: Readonly<Record<string, unknown>>) => unknown>
> = {
  getInfo: () => ({
    version: '1.0.0',
    platform: 'web',
    methods: Object.keys(methods),
    supports: [],
  }),

  async wallet_connect(owner, { addresses, network }) {
    const requested = networkOf(network)
    await owner.connect()
    if (requested) owner.setNetwork(requested)
    return accountOf(owner, addresses)
  },

  wallet_getAccount(owner) {
    if (!owner.isConnected) throw notShared()
    return accountOf(owner, undefined)
  },

  async getAddresses(owner, { purposes }) {
    if (!owner.isConnected) await owner.connect()
    const { addresses, network } = accountOf(owner, purposes)
    return { addresses, network }
  },

  wallet_getNetwork: (owner) => networkAnswer(owner),

  async wallet_changeNetwork(owner, { name }) {
    const network = networkOf(name)
    if (!network) throw new ProviderError(-32602, 'There is no such network.')
    await owner.switchNetwork(network)
    return null
  },

  wallet_disconnect(owner) {
    owner.disconnect()
    return null
  },

  async signMessage(owner, { address, message, protocol }) {
    const kind = protocol === 'ECDSA' ? 'ecdsa' : protocol === 'BIP322' ? 'bip322' : undefined
    const signature = await owner.signMessage(String(address), String(message), kind)
    return { signature, messageHash: '', address, protocol: protocol ?? 'BIP322' }
  },

  async signPsbt(owner, { psbt, signInputs, broadcast }) {
    const inputs = Object.entries(partsOf(signInputs)).flatMap(([address, indexes]) =>
      (indexes as readonly number[]).map((index) => ({ index, address })),
    )
    const signed = await owner.signPsbt(fromBase64(String(psbt)), inputs)
    return {
      psbt: toBase64(signed),
      ...(broadcast === true && { txid: await owner.broadcast(signed) }),
    }
  },
}

/**
 * The wallet as sats-connect defines it: an object with `request` and `addListener`. WBIP004,
 * `@sats-connect/core`
 */
export function satsConnectFace(owner: BitcoinOwner) {
  return {
    async request(method: string, params: unknown) {
      const id = '1'
      owner.requests.push(method)
      try {
        const answer = Object.hasOwn(methods, method) ? methods[method] : undefined
        if (!answer) throw new ProviderError(-32601, 'There is no such method.')
        return { jsonrpc: '2.0', id, result: await answer(owner, partsOf(params)) }
      } catch (error) {
        return { jsonrpc: '2.0', id, error: errorOf(error) }
      }
    },
    addListener({ eventName, cb }: { eventName: string; cb: (event: object) => void }) {
      return owner.changes.subscribe((change) => {
        if (eventOf[change] === eventName) cb({ type: eventName })
      })
    },
  }
}

const notShared = () => new ProviderError(4100, 'Access denied.')

function errorOf(error: unknown): { code: number; message: string } {
  if (!(error instanceof Error)) return { code: -32603, message: 'Unknown' }
  const code = 'code' in error && typeof error.code === 'number' ? error.code : -32603
  return { code: codes[code] ?? code, message: error.message }
}

function networkOf(name: unknown): BitcoinNetworkName | undefined {
  // the keys of `names` are the names of networks
  return (Object.keys(names) as BitcoinNetworkName[]).find((network) => names[network] === name)
}

const networkAnswer = (owner: BitcoinOwner) => ({
  bitcoin: { name: names[owner.network] },
  stacks: { name: 'mainnet' },
  spark: { name: 'mainnet' },
})

function accountOf(owner: BitcoinOwner, purposes: unknown) {
  const [selected] = owner.accounts
  const requested = Array.isArray(purposes)
    ? (purposes as readonly unknown[])
    : ['payment', 'ordinals']
  return {
    id: 'account',
    addresses: [selected?.payment, selected?.ordinals]
      .filter((key): key is BitcoinKey => key !== undefined && requested.includes(key.purpose))
      .map(({ address, purpose, form, publicKey }) => ({
        address,
        publicKey: toHex(form === 'p2tr' ? publicKey.slice(1) : publicKey),
        purpose,
        addressType: form,
        walletType: 'software',
      })),
    walletType: 'software',
    network: networkAnswer(owner),
  }
}
