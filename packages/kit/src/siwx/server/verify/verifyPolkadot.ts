import { blake2b } from '@noble/hashes/blake2.js'
import { fromBase58 } from '@latchkey/protocol/base58'
import { bytesOf, bytesOfHex, isSameBytes } from './claim.ts'
import type { Claim } from './claim.ts'
import { loadFailure } from './loadFailure.ts'

/** Whether a key of Polkadot has signed the text, alone or between `<Bytes>` and `</Bytes>` as extensions sign it: sr25519. */
export async function verifyPolkadot({ address, message, signature }: Claim): Promise<boolean> {
  const key = keyOf(address)
  const bytes = bytesOfHex(signature)
  // some wallets put the kind of the key before the signature
  const proper = bytes?.length === 65 && bytes[0] === 1 ? bytes.slice(1) : bytes
  if (!key || proper?.length !== 64) return false
  const { verify } = await loadSr25519()
  return [`<Bytes>${message}</Bytes>`, message].some((text) => isSigned(() => verify(bytesOf(text), proper, key)))
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
    return false // no point of the curve
  }
}

/** The key of an address; undefined when its checksum is wrong. SS58 */
function keyOf(address: string): Uint8Array | undefined {
  const bytes = fromBase58(address)
  const prefix = bytes.length === 35 ? 1 : 2
  if (bytes.length !== 34 + prefix) return undefined
  const checksum = blake2b(Uint8Array.from([...bytesOf('SS58PRE'), ...bytes.slice(0, -2)])).slice(0, 2)
  return isSameBytes(checksum, bytes.slice(-2)) ? bytes.slice(prefix, -2) : undefined
}
