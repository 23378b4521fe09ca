import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { polkadotNetworkOf } from '@latchkey/protocol/chains/polkadotNetworks'
import { genericPrefix, readSs58 } from '@latchkey/protocol/chains/ss58'
import { bytesOf, bytesOfHex } from './claim.ts'
import type { Claim } from './claim.ts'
import { loadFailure } from './loadFailure.ts'

/** Whether a key has signed bytes. May throw for a key or a signature that is no point. */
type Verify = (bytes: Uint8Array, signature: Uint8Array, key: Uint8Array) => boolean

/**
 * Whether the key of a Polkadot account has signed the text, with sr25519, ed25519 or ecdsa.
 * Browser extensions put the text between `<Bytes>` and `</Bytes>`, other wallets do not; both
 * forms are accepted. The account is compared by its key, whatever the spelling of its address.
 */
export async function verifyPolkadot({
  chainId,
  address,
  message,
  signature,
}: Claim): Promise<boolean> {
  const key = keyOf(address, chainId)
  const bytes = bytesOfHex(signature)
  if (!key || !bytes) return false
  const texts = [`<Bytes>${message}</Bytes>`, message].map(bytesOf)
  for (const [proper, load] of readingsOf(bytes)) {
    const verify = await load()
    if (texts.some((text) => isSigned(() => verify(text, proper, key)))) return true
  }
  return false
}

/**
 * The ways to read a signature, by its length. Wallets may put the byte of the key's type before
 * it; without that byte, 64 bytes may be of two types. Source: `MultiSignature` of sp-runtime
 */
function readingsOf(
  bytes: Uint8Array,
): readonly (readonly [signature: Uint8Array, load: () => Promise<Verify>])[] {
  const [type] = bytes
  const rest = bytes.slice(1)
  if (bytes.length === 64)
    return [
      [bytes, loadEd25519],
      [bytes, loadSr25519],
    ]
  if (bytes.length === 66) return type === 2 ? [[rest, loadEcdsa]] : []
  if (bytes.length !== 65) return []
  return [
    ...(type === 0 ? ([[rest, loadEd25519]] as const) : []),
    ...(type === 1 ? ([[rest, loadSr25519]] as const) : []),
    [bytes, loadEcdsa], // ecdsa without the byte of its type
  ]
}

async function loadSr25519(): Promise<Verify> {
  try {
    return (await import('@scure/sr25519')).verify
  } catch (error) {
    throw loadFailure('@scure/sr25519', error)
  }
}

const loadEd25519 = async (): Promise<Verify> => (bytes, signature, key) =>
  // by RFC 8032, which refuses keys of small order: anyone can sign for them by ZIP 215
  ed25519.verify(signature, bytes, key, { zip215: false })

/**
 * The account of an ecdsa key is the hash of the key, so the key is recovered from the signature.
 * Some wallets write the number of the key as 27 or 28.
 */
const loadEcdsa = async (): Promise<Verify> => (bytes, signature, key) => {
  const last = signature[64] ?? 0
  const recovery = last >= 27 ? last - 27 : last
  const publicKey = secp256k1.recoverPublicKey(
    Uint8Array.from([recovery, ...signature.slice(0, 64)]),
    blake2b(bytes, { dkLen: 32 }),
    { prehash: false },
  )
  return blake2b(publicKey, { dkLen: 32 }).every((byte, at) => byte === key[at])
}

function isSigned(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false // the key or the signature has no point on the curve
  }
}

/**
 * The key of an address. Undefined when the text is no address, or when its prefix is neither the
 * network's nor the generic one.
 */
function keyOf(address: string, networkId: string): Uint8Array | undefined {
  const read = readSs58(address)
  const own = polkadotNetworkOf(networkId)?.prefix
  return own === undefined || read?.prefix === own || read?.prefix === genericPrefix
    ? read?.key
    : undefined
}
