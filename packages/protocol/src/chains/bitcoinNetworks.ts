/**
 * The parameters of Bitcoin's networks. They are not in `bitcoin.ts`, because few pages need them.
 */
import { fromBase58 } from '../base58.ts'
import { formatNetworkId } from '../caip.ts'
import type { NetworkId } from '../caip.ts'
import { isBitcoinAddress } from './bitcoin.ts'

/**
 * What a network's addresses and wallets are called by:
 * - `name`: in the Wallet Standard, after `bitcoin:`
 * - `bech32`: the human-readable part of addresses. BIP-173
 * - `pubKeyHash`, `scriptHash`, `wif`: the first bytes of base58 texts
 * - `coinType`: in paths of keys. SLIP-44
 *
 * `@scure/btc-signer` takes this object as a network.
 */
export type BitcoinNetwork = {
  name: 'mainnet' | 'testnet' | 'testnet4' | 'signet' | 'regtest'
  bech32: 'bc' | 'tb' | 'bcrt'
  pubKeyHash: number
  scriptHash: number
  wif: number
  coinType: 0 | 1
}

const test = { bech32: 'tb', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef, coinType: 1 } as const

/**
 * The networks by CAIP-2 reference: the first 16 bytes of the hash of the first block, in hex.
 * CAIP-4
 */
const networks: Readonly<Record<string, BitcoinNetwork>> = {
  '000000000019d6689c085ae165831e93': {
    name: 'mainnet',
    bech32: 'bc',
    pubKeyHash: 0x00,
    scriptHash: 0x05,
    wif: 0x80,
    coinType: 0,
  },
  '000000000933ea01ad0ee984209779ba': { ...test, name: 'testnet' },
  '00000000da84f2bafbbc53dee25a72ae': { ...test, name: 'testnet4' },
  '00000008819873e925422c1ff0f99f7c': { ...test, name: 'signet' },
  '0f9188f13cb7b2c71f2a335e3a4fc328': { ...test, name: 'regtest', bech32: 'bcrt' },
}

/** Returns the CAIP-2 ids of the networks. */
export const bitcoinNetworkIds = (): readonly string[] =>
  Object.keys(networks).map((reference) => `bip122:${reference}`)

/** The CAIP-2 id of the main network. */
export const bitcoinMainnetId = 'bip122:000000000019d6689c085ae165831e93'
/** The CAIP-2 id of a local test network: bitcoind's regtest. */
export const bitcoinRegtestId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'

/** Returns the parameters of a network by its CAIP-2 id. Undefined for any other text. */
export function bitcoinNetworkOf(networkId: string): BitcoinNetwork | undefined {
  const reference = /^bip122:([0-9a-f]{32})$/.exec(networkId)?.[1] ?? ''
  return Object.hasOwn(networks, reference) ? networks[reference] : undefined
}

/** The CAIP-2 id of the network with this name, in any case of letters. */
export function bitcoinNetworkIdOf(name: string): NetworkId | undefined {
  const reference = Object.keys(networks).find((key) => networks[key]?.name === name.toLowerCase())
  return reference === undefined ? undefined : formatNetworkId('bip122', reference)
}

/**
 * Whether an address has the form of a network's addresses; its checksum is not checked. The test
 * networks but regtest share one form. BIP-173
 */
export function isBitcoinAddressOn(
  address: string,
  { bech32, pubKeyHash, scriptHash }: BitcoinNetwork,
): boolean {
  if (!isBitcoinAddress(address)) return false
  const prefix = /^(bcrt|bc|tb)1/i.exec(address)?.[1]?.toLowerCase()
  if (prefix !== undefined) return prefix === bech32
  const [version] = fromBase58(address)
  return version === pubKeyHash || version === scriptHash
}
