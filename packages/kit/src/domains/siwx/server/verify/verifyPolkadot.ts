import { blake2b } from '@noble/hashes/blake2.js'
import { fromBase58 } from '@latchkey/protocol/base58'
import { bytesOf, bytesOfHex, isSameBytes } from './claim.ts'
import type { Claim } from './claim.ts'
import { loadFailure } from './loadFailure.ts'

/** The address prefix of a network, by its genesis block (CAIP-2). Source: the SS58 registry */
const prefixes: Readonly<Record<string, number | undefined>> = {
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': 0, // Polkadot, and its Asset Hub
  'polkadot:68d56f15f85d3136970ec16946040bc1': 0,
  'polkadot:b0a8d493285c2df73290dfb7e61f870f': 2, // Kusama, and its Asset Hub
  'polkadot:48239ef607d7928874027a43a6768920': 2,
  'polkadot:e143f23803ac50e8f6f8e62695d1ce9e': 42, // Westend, and its Asset Hub
  'polkadot:67f9723393ef76214df0118c34bbbd3d': 42,
}

/**
 * The prefix of addresses that are for no special network. Browser extensions show such addresses,
 * and every network accepts them.
 */
const generic = 42

/**
 * Whether a Polkadot key has signed the text with sr25519. Browser extensions put the text between
 * `<Bytes>` and `</Bytes>`, other wallets do not; both forms are accepted.
 */
export async function verifyPolkadot({
  chainId,
  address,
  message,
  signature,
}: Claim): Promise<boolean> {
  const key = keyOf(address, prefixes[chainId])
  const bytes = bytesOfHex(signature)
  // some wallets put a byte for the type of the key before the signature
  const proper = bytes?.length === 65 && bytes[0] === 1 ? bytes.slice(1) : bytes
  if (!key || proper?.length !== 64) return false
  const { verify } = await loadSr25519()
  return [`<Bytes>${message}</Bytes>`, message].some((text) =>
    isSigned(() => verify(bytesOf(text), proper, key)),
  )
}

async function loadSr25519() {
  try {
    return await import('@scure/sr25519')
  } catch (error) {
    throw loadFailure('@scure/sr25519', error)
  }
}

function isSigned(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false // the key or the signature has no point on the curve
  }
}

/**
 * The key of an address. Undefined when the checksum is wrong, or when the prefix is neither `own`
 * nor the generic one. SS58
 */
function keyOf(address: string, own: number | undefined): Uint8Array | undefined {
  const bytes = fromBase58(address)
  const [first = 0, second = 0] = bytes
  const length = bytes.length === 35 ? 1 : 2
  if (bytes.length !== 34 + length) return undefined
  const prefix =
    length === 1 ? first : ((first & 0x3f) << 2) | (second >> 6) | ((second & 0x3f) << 8)
  // refuses a second encoding of the same prefix
  if (length === 1 ? first > 63 : first < 64 || first > 127 || prefix < 64) return undefined
  if (own !== undefined && prefix !== own && prefix !== generic) return undefined
  const checksum = blake2b(Uint8Array.from([...bytesOf('SS58PRE'), ...bytes.slice(0, -2)])).slice(
    0,
    2,
  )
  return isSameBytes(checksum, bytes.slice(-2)) ? bytes.slice(length, -2) : undefined
}
