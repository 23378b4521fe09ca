import { fault } from '../bridge/Fault.ts'
import { bytesOfHex, isHexBytes } from './hex.ts'
import type { SigningCall } from './signingMethods.ts'

/** The address that signed a message, in lower case. Asks nobody. EIP-191. `personal_ecRecover` [message, signature] */
export async function recoverSigner({ params }: SigningCall): Promise<string> {
  const [message, signature]: readonly unknown[] = Array.isArray(params) ? params : []
  if (typeof message !== 'string' || typeof signature !== 'string' || !isHexBytes(signature) || signature.length !== 132) throw fault('invalidParams')
  const { recoverMessageAddress } = await import('viem/utils')
  const raw = isHexBytes(message) ? bytesOfHex(message) : new TextEncoder().encode(message)
  try {
    return (await recoverMessageAddress({ message: { raw }, signature })).toLowerCase()
  } catch (cause) {
    throw fault('invalidParams', { cause })
  }
}
