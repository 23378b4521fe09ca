import { secp256k1 } from '@noble/curves/secp256k1.js'
import { verifyEvmSignature } from '@latchkey/protocol/evmSignature/verifyEvmSignature'
import { SiwxError } from '../SiwxError.ts'
import type { Claim } from './claim.ts'
import { createNode } from './createNode.ts'

/** The nodes of a server's networks. */
export type Nodes = {
  /** RPC URLs by CAIP-2 id. */
  rpcUrls?: Readonly<Record<string, string>>
  /** @default the runtime's `fetch` */
  fetch?: typeof globalThis.fetch
}

/** Options of a verification that needs a node. */
export type NodeUse = {
  /**
   * Called before the first request to a node in a verification. If it throws, the verification
   * ends with its error.
   */
  begin?: () => Promise<void>
  /** The networks whose node has confirmed its chain id, so that the node is asked only once. */
  proven?: Set<string>
}

/**
 * Whether an EIP-155 account has signed the text. A key's signature is verified without a node
 * (EIP-191). A contract's signature is verified by a node. The contract may be deployed (ERC-1271),
 * not deployed yet (ERC-6492), or one to which the account does not delegate yet (ERC-8010).
 * @throws SiwxError `rpcMissing`, `rpcFailed`
 */
export async function verifyEvm(
  { chainId, ...claim }: Claim,
  { rpcUrls = {}, fetch = globalThis.fetch }: Nodes,
  { begin, proven = new Set() }: NodeUse = {},
): Promise<boolean> {
  const url = Object.hasOwn(rpcUrls, chainId) ? rpcUrls[chainId] : undefined
  if (!url) {
    const isSigned = await verifyEvmSignature(claim, { recover })
    if (isSigned === undefined) throw new SiwxError('rpcMissing', { details: chainId })
    return isSigned
  }
  const node = createNode({ url, fetch })
  const failed = () => new SiwxError('rpcFailed', { details: chainId, cause: node.failure() })
  let isBegun = false
  const ask = async (method: string, params: readonly unknown[]) => {
    if (!isBegun) {
      isBegun = true
      await begin?.()
      await proveChain()
    }
    // if the contract's call fails, the signature is invalid
    const answer = await node.request({ method, params }).then(
      (result) => ({ status: 'answered' as const, result }),
      () => ({ status: 'failed' as const }),
    )
    if (answer.status === 'failed' && node.failure() !== undefined) throw failed()
    return answer
  }
  async function proveChain() {
    if (proven.has(chainId)) return
    const isRight = await node.request({ method: 'eth_chainId' }).then(
      (id) => `eip155:${Number(id)}` === chainId,
      () => false,
    )
    if (!isRight) throw failed()
    proven.add(chainId)
  }
  return (await verifyEvmSignature(claim, { recover, request: ask })) === true
}

const recover = (hash: Uint8Array, compact: Uint8Array, recovery: 0 | 1) =>
  secp256k1.Signature.fromBytes(compact, 'compact')
    .addRecoveryBit(recovery)
    .recoverPublicKey(hash)
    .toBytes(false)
