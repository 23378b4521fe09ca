import { secp256k1 } from '@noble/curves/secp256k1.js'
import { verifyEvmSignature } from '@latchkey/protocol/evmSignature/verifyEvmSignature'
import type { Hex } from '../chainIndex/chainIndex.ts'
import type { EvmChain } from '../providers/chain.ts'
import { isRevert } from '../providers/isRevert.ts'
import { NodesError } from '../providers/nodes.ts'

/** An address in lower case, and what it is said to have signed. */
type Claim = { address: Hex; message: string; signature: Hex }

/**
 * Whether an account has signed a text: a key by itself (EIP-191), or a contract that a node is
 * asked about: deployed (ERC-1271), not yet deployed (ERC-6492) or not yet delegated to (ERC-8010).
 * @param options.turn resolves when it is this client's turn
 * @param chain where a contract is asked; undefined: only a key's signature counts
 * @throws NodesError when no node answered; the signal's reason
 */
export async function isSignedBy(
  claim: Claim,
  chain: EvmChain | undefined,
  { turn, signal }: { turn: () => Promise<void>; signal: AbortSignal },
): Promise<boolean> {
  await turn() // reading a signature takes a millisecond or more
  const ask =
    chain &&
    ((method: string, params: readonly unknown[]) => askNode(chain, method, params, signal))
  return (await verifyEvmSignature(claim, { recover, request: ask })) === true
}

async function askNode(
  chain: EvmChain,
  method: string,
  params: readonly unknown[],
  signal: AbortSignal,
) {
  const { error, ...answer } = await chain.nodes.ask(method, params, signal)
  // what a contract does wrong is a wrong signature
  if (error && isRevert(error)) return { status: 'failed' as const }
  if (error) throw new NodesError(`${method} failed with code ${error.code}`, { code: error.code })
  return { status: 'answered' as const, result: 'result' in answer ? answer.result : undefined }
}

const recover = (hash: Uint8Array, compact: Uint8Array, recovery: 0 | 1) =>
  secp256k1.Signature.fromBytes(compact, 'compact')
    .addRecoveryBit(recovery)
    .recoverPublicKey(hash)
    .toBytes(false)
