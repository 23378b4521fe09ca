import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  pbkdf2Sync,
  sign as signBytes,
  type KeyObject,
} from 'node:crypto'
import { toBase58 } from '@latchkey/protocol/base58'
import { developmentMnemonic } from '../accounts.ts'

/** A key pair of the chain. */
export type Keypair = {
  /** base58. */
  address: string
  publicKey: Uint8Array
  /** The private key, 32 bytes, from which wallets restore the pair. */
  seed: Uint8Array
  /** Signs bytes with Ed25519. Returns 64 bytes. */
  sign(bytes: Uint8Array): Uint8Array
}

/** The bytes before an Ed25519 private key in its DER form (RFC 8410). */
const derPrefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Creates the key pair of a private key of 32 bytes. */
export function keypairOf(seed: Uint8Array): Keypair {
  const key = createPrivateKey({
    key: Buffer.concat([derPrefix, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = publicBytes(key)
  return {
    address: toBase58(publicKey),
    publicKey,
    seed,
    sign: (bytes) => signBytes(null, bytes, key),
  }
}

/**
 * The key pair at `m/44'/501'/<index>'/0'` of the development mnemonic, as Solana wallets derive it
 * (SLIP-10).
 */
export function developmentKeypair(index: number): Keypair {
  const path = [44, 501, index, 0]
  return keypairOf(path.reduce(childOf, masterOf(seedOfMnemonic())).key)
}

type Node = { key: Buffer; chain: Buffer }

/** The BIP-39 seed of the mnemonic, without a password. */
const seedOfMnemonic = (): Buffer =>
  pbkdf2Sync(developmentMnemonic, 'mnemonic', 2_048, 64, 'sha512')

const masterOf = (seed: Buffer): Node =>
  split(createHmac('sha512', 'ed25519 seed').update(seed).digest())

function childOf({ key, chain }: Node, index: number): Node {
  const number = Buffer.alloc(4)
  number.writeUInt32BE(index + 0x80000000)
  return split(
    createHmac('sha512', chain)
      .update(Buffer.concat([Buffer.of(0), key, number]))
      .digest(),
  )
}

const split = (hash: Buffer): Node => ({ key: hash.subarray(0, 32), chain: hash.subarray(32) })

function publicBytes(key: KeyObject): Uint8Array {
  // a public key is the last 32 bytes of its DER form
  return new Uint8Array(createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32))
}
