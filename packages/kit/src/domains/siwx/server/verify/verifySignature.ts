import { parseNetworkId } from '@latchkey/protocol/caip'
import type { Claim } from './claim.ts'
import { verifyBitcoin } from './verifyBitcoin.ts'
import { verifyEvm } from './verifyEvm.ts'
import type { Nodes, NodeUse } from './verifyEvm.ts'
import { verifyPolkadot } from './verifyPolkadot.ts'
import { verifySolana } from './verifySolana.ts'

/**
 * Whether an account has signed a text, by the standard of its network.
 * @throws SiwxError `packageMissing`, `rpcMissing`, `rpcFailed`; what `use.begin` throws
 */
export async function verifySignature(claim: Claim, nodes: Nodes, use?: NodeUse): Promise<boolean> {
  const { namespace } = parseNetworkId(claim.chainId)
  if (namespace === 'eip155') return verifyEvm(claim, nodes, use)
  if (namespace === 'solana') return verifySolana(claim)
  return namespace === 'bip122' ? verifyBitcoin(claim) : verifyPolkadot(claim)
}
