import { parseNetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { Claim } from './claim.ts'
import { verifyBitcoin } from './verifyBitcoin.ts'
import { verifyEvm } from './verifyEvm.ts'
import type { Nodes, NodeUse } from './verifyEvm.ts'
import { verifyPolkadot } from './verifyPolkadot.ts'
import { verifySolana } from './verifySolana.ts'

/** The function that verifies the signatures of each namespace. */
const verifiers: Readonly<
  Record<Namespace, (claim: Claim, nodes: Nodes, use?: NodeUse) => boolean | Promise<boolean>>
> = {
  eip155: verifyEvm,
  solana: verifySolana,
  bip122: verifyBitcoin,
  polkadot: verifyPolkadot,
}

/**
 * Whether an account has signed a text, by the standard of the account's network.
 * @throws SiwxError `packageMissing`, `rpcMissing`, `rpcFailed`; the errors of `use.begin`
 */
export async function verifySignature(claim: Claim, nodes: Nodes, use?: NodeUse): Promise<boolean> {
  return verifiers[parseNetworkId(claim.chainId).namespace](claim, nodes, use)
}
