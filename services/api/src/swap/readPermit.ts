import { decodeAbiParameters, parseAbiParameters, type Hex } from 'viem'
import type { Permit } from './pools/encodeRoute.ts'
import { SwapRefusedError, type Address } from './swapProvider.ts'
import { evmKey } from '../chains/evm/evmKeys.ts'

const shape = parseAbiParameters(
  'address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s',
)
/** The number of characters of seven words in hex. */
const length = 2 + 7 * 64

/**
 * Reads an allowance by signature: the ABI-encoded arguments of EIP-2612's `permit`.
 * @throws SwapRefusedError when it cannot be decoded, or is for another contract, another account
 *   or a smaller amount
 */
export function readPermit(
  permit: Hex,
  { user, spender, amount }: { user: Address; spender: Address; amount: bigint },
): Permit {
  if (permit.length !== length) throw new SwapRefusedError('Expected a permit of 224 bytes')
  const [owner, allowed, value, deadline, v, r, s] = decode(permit)
  if (evmKey(owner) !== user) throw new SwapRefusedError("The permit is another account's")
  if (evmKey(allowed) !== spender) throw new SwapRefusedError('The permit is for another contract')
  if (value < amount) throw new SwapRefusedError('The permit is for a smaller amount')
  return { value, deadline, v, r, s }
}

function decode(permit: Hex) {
  try {
    return decodeAbiParameters(shape, permit)
  } catch (cause) {
    throw new SwapRefusedError('The permit does not decode', { cause })
  }
}
