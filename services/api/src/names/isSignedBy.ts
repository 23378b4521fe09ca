import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { RecoverKey } from '@latchkey/protocol/evmSignature/recoverAccount'
import { verifyEvmSignature } from '@latchkey/protocol/evmSignature/verifyEvmSignature'
import type { Hex } from '../chainIndex/chainIndex.ts'
import { isRevert } from '@latchkey/server/isRevert'
import { NodesError } from '../providers/nodes.ts'
import type { EvmChain } from '../chains/evm/evmChain.ts'

/** An address in lower case, and a message that its account may have signed. */
type Claim = { address: Hex; message: string; signature: Hex }

/**
 * Whether an account has signed a text: with a key (EIP-191), or with a contract that a node calls.
 * The contract may be deployed (ERC-1271), not deployed yet (ERC-6492) or not delegated to yet
 * (ERC-8010).
 * @param chain the contract's chain; undefined: only the signature of a key is accepted
 * @param options.turn resolves when it is this client's turn
 * @throws NodesError when no node answered; the signal's reason
 */
export async function isSignedBy(
  claim: Claim,
  chain: EvmChain | undefined,
  { turn, signal }: { turn: () => Promise<void>; signal: AbortSignal },
): Promise<boolean> {
  await turn() // checking a signature takes a millisecond or more
  const requestNode =
    chain &&
    ((method: string, params: readonly unknown[]) => callNode(chain, method, params, signal))
  return (await verifyEvmSignature(claim, { recover: recoverKey, request: requestNode })) === true
}

async function callNode(
  chain: EvmChain,
  method: string,
  params: readonly unknown[],
  signal: AbortSignal,
) {
  const { error, ...answer } = await chain.nodes.requestAnswer(method, params, signal)
  // a revert of the contract means that the signature is invalid
  if (error && isRevert(error)) return { status: 'failed' as const }
  if (error) throw new NodesError(`${method} failed with code ${error.code}`, { code: error.code })
  return { status: 'answered' as const, result: 'result' in answer ? answer.result : undefined }
}

/** Recovers the public key that has signed a hash. @throws if there is none */
export const recoverKey: RecoverKey = (hash, compact, recovery) =>
  secp256k1.Signature.fromBytes(compact, 'compact')
    .addRecoveryBit(recovery)
    .recoverPublicKey(hash)
    .toBytes(false)
