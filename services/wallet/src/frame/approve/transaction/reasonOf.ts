import type { NodeFault } from '../../rpc/askNode.ts'
import { bytesOfHex, isHexBytes } from '../../rpc/hex.ts'
import { cleanName } from '../cleanName.ts'

/**
 * The reason that a contract gave for its failure, as one short line; undefined without a reason.
 * Solidity: `Error(string)`
 */
export function reasonOf({ data }: Pick<NodeFault, 'data'>): string | undefined {
  if (typeof data !== 'string' || !isHexBytes(data) || !data.startsWith('0x08c379a0'))
    return undefined
  const bytes = bytesOfHex(data).subarray(4 + 32)
  const length = bytes.subarray(0, 32).reduce((sum, byte) => Math.min(sum * 256 + byte, 10_000), 0)
  return cleanName(new TextDecoder().decode(bytes.subarray(32, 32 + length)), 120)
}
