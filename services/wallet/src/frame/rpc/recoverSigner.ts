import { fault } from '../bridge/Fault.ts'
import { bytesOfHex, isHexBytes } from './hex.ts'
import type { SigningCall } from './signingCall.ts'

/**
 * Half of the order of secp256k1. Each signature has a second valid form with a larger `s`,
 * which no wallet creates. EIP-2
 */
const half = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/**
 * Returns the address that signed a message, in lower case. It needs no approval. EIP-191.
 * `personal_ecRecover` [message, signature]
 */
export async function recoverSigner({ params }: SigningCall): Promise<string> {
  const [message, signature]: readonly unknown[] = Array.isArray(params) ? params : []
  if (
    typeof message !== 'string' ||
    typeof signature !== 'string' ||
    !isHexBytes(signature) ||
    signature.length !== 132 ||
    BigInt(`0x${signature.slice(66, 130)}`) > half
  )
    throw fault('invalidParams')
  const { recoverMessageAddress } = await import('viem/utils')
  const raw = isHexBytes(message) ? bytesOfHex(message) : new TextEncoder().encode(message)
  try {
    return (await recoverMessageAddress({ message: { raw }, signature })).toLowerCase()
  } catch (cause) {
    throw fault('invalidParams', { cause })
  }
}
