import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hmac } from '@noble/hashes/hmac.js'
import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { p2sh, p2tr, p2wpkh } from '@scure/btc-signer'
import type { AccountPurpose } from '../../core/accounts/sharedAccount.ts'
import { developmentMnemonic } from '../developmentMnemonic.ts'
import { paramsOf } from './paramsOf.ts'
import type { BitcoinNetworkName } from './paramsOf.ts'

/** The form of an address: segwit, segwit inside P2SH (`3…`), or taproot. BIP-84, BIP-49, BIP-86 */
export type BitcoinAddressForm = 'p2wpkh' | 'p2sh' | 'p2tr'

/**
 * A key of a Bitcoin wallet, with its address.
 * - `publicKey`: 33 bytes
 * - `path`: its derivation path. BIP-32
 */
export type BitcoinKey = {
  address: string
  purpose: AccountPurpose
  form: BitcoinAddressForm
  path: string
  publicKey: Uint8Array<ArrayBuffer>
  privateKey: Uint8Array<ArrayBuffer>
}

/** An account of a Bitcoin wallet: a key for payments, and one for ordinals. */
export type BitcoinAccount = { payment: BitcoinKey; ordinals: BitcoinKey }

/** The options of `bitcoinAccounts`. */
export type BitcoinAccountsOptions = {
  /** @default 'regtest', the network of a local test chain */
  network?: BitcoinNetworkName
  /** The form of the addresses for payments. @default 'p2wpkh' */
  payment?: 'p2wpkh' | 'p2sh'
  /** @default the development phrase */
  mnemonic?: string
}

const purposeOf = { p2wpkh: 84, p2sh: 49, p2tr: 86 } as const
/** The number of points of the curve. SEC 2, secp256k1 */
const order = 0xffffffff_ffffffff_ffffffff_fffffffe_baaedce6_af48a03b_bfd25e8c_d0364141n

/** The seed of the development phrase. It is cached, because deriving it takes 0.1 seconds. */
let developmentSeed: Uint8Array | undefined

/**
 * The first accounts of a phrase, with the derivation paths of most wallets: m/84'/…'/0'/0/n for
 * payments and m/86'/…'/0'/0/n for ordinals. BIP-32, BIP-39, BIP-84, BIP-86
 */
export function bitcoinAccounts(
  count: number,
  {
    network = 'regtest',
    payment = 'p2wpkh',
    mnemonic = developmentMnemonic,
  }: BitcoinAccountsOptions = {},
): readonly BitcoinAccount[] {
  const seed =
    mnemonic === developmentMnemonic ? (developmentSeed ??= seedOf(mnemonic)) : seedOf(mnemonic)
  return Array.from({ length: count }, (_, index) => ({
    payment: keyAt(seed, { network, form: payment, index }),
    ordinals: keyAt(seed, { network, form: 'p2tr', index }),
  }))
}

/** The key for 32 secret bytes. */
export function bitcoinKeyOf(
  secret: Uint8Array,
  {
    network = 'regtest',
    form = 'p2wpkh',
    path = 'm',
  }: { network?: BitcoinNetworkName; form?: BitcoinAddressForm; path?: string } = {},
): BitcoinKey {
  const params = paramsOf(network)
  const publicKey = Uint8Array.from(secp256k1.getPublicKey(secret, true))
  const segwit = p2wpkh(publicKey, params)
  const { address } =
    form === 'p2tr'
      ? p2tr(publicKey.slice(1), undefined, params)
      : form === 'p2sh'
        ? p2sh(segwit, params)
        : segwit
  if (address === undefined) throw new Error('The key has no address')
  return {
    address,
    purpose: form === 'p2tr' ? 'ordinals' : 'payment',
    form,
    path,
    publicKey,
    privateKey: Uint8Array.from(secret),
  }
}

function keyAt(
  seed: Uint8Array,
  {
    network,
    form,
    index,
  }: { network: BitcoinNetworkName; form: BitcoinAddressForm; index: number },
): BitcoinKey {
  const steps = [purposeOf[form], paramsOf(network).coinType, 0]
  const root = split(hmac(sha512, new TextEncoder().encode('Bitcoin seed'), seed))
  const account = steps.reduce((node, step) => childOf(node, step + 0x8000_0000), root)
  const { key } = childOf(childOf(account, 0), index)
  return bitcoinKeyOf(key, {
    network,
    form,
    path: `m/${steps.map((step) => `${step}'`).join('/')}/0/${index}`,
  })
}

type Node = { key: Uint8Array; chain: Uint8Array }

const split = (bytes: Uint8Array): Node => ({ key: bytes.slice(0, 32), chain: bytes.slice(32) })

/** The key below another one. Steps from 2^31 on are hardened. BIP-32 */
function childOf({ key, chain }: Node, step: number): Node {
  const data = new Uint8Array(37)
  if (step >= 0x8000_0000) data.set(key, 1)
  else data.set(secp256k1.getPublicKey(key, true))
  new DataView(data.buffer).setUint32(33, step)
  const child = split(hmac(sha512, chain, data))
  const sum = (toNumber(child.key) + toNumber(key)) % order
  return { key: toBytes(sum), chain: child.chain }
}

const toNumber = (bytes: Uint8Array) =>
  bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n)
const toBytes = (number: bigint) =>
  Uint8Array.from({ length: 32 }, (_, at) => Number((number >> BigInt(8 * (31 - at))) & 0xffn))

const seedOf = (mnemonic: string) => {
  const utf8 = (text: string) => new TextEncoder().encode(text)
  return pbkdf2(sha512, utf8(mnemonic.normalize('NFKD')), utf8('mnemonic'), { c: 2_048, dkLen: 64 })
}
