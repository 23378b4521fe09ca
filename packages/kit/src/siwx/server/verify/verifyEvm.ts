import type { Hex } from 'viem'
import { SiwxError } from '../SiwxError.ts'
import type { Claim } from './claim.ts'
import { loadFailure } from './loadFailure.ts'
import { createNode } from './createNode.ts'

/** The nodes of a server's networks. */
export type Nodes = {
  /** By CAIP-2 id. */
  rpcUrls?: Readonly<Record<string, string>>
  /** @default the runtime's own */
  fetch?: typeof globalThis.fetch
}

/**
 * Whether an account of EIP-155 has signed the text: a key by itself (EIP-191), or else a contract, asked at a node: deployed (ERC-1271), not
 * yet deployed (ERC-6492) or not yet delegated to (ERC-8010).
 * @throws SiwxError `packageMissing`, `rpcMissing`, `rpcFailed`
 */
export async function verifyEvm({ chainId, address, message, signature }: Claim, { rpcUrls = {}, fetch = globalThis.fetch }: Nodes): Promise<boolean> {
  if (!isHex(signature) || !isHex(address)) return false
  const { recoverMessageAddress, hashMessage, isAddressEqual } = await loadUtils()
  const signer = signature.length === 132 ? await recoverMessageAddress({ message, signature }).catch(() => undefined) : undefined // no point of the curve
  if (signer && isAddressEqual(signer, address)) return true
  const url = Object.hasOwn(rpcUrls, chainId) ? rpcUrls[chainId] : undefined
  if (!url) throw new SiwxError('rpcMissing', { details: chainId })
  return isSignedByContract({ url, fetch, chainId }, { address, hash: hashMessage(message), signature })
}

const isHex = (text: string): text is Hex => /^0x(?:[\da-fA-F]{2})*$/.test(text)

/** What a contract answers that knows a signature. ERC-1271 */
const knows = '0x1626ba7e'

async function isSignedByContract(place: { url: string; fetch: typeof globalThis.fetch; chainId: string }, parameters: { address: Hex; hash: Hex; signature: Hex }): Promise<boolean> {
  const { createClient, custom, parseAbi, readContract, verifyHash } = await loadViem()
  const node = createNode(place)
  const client = createClient({ transport: custom(node, { retryCount: 0 }) })
  const isRight = await client.request({ method: 'eth_chainId' }).then((id) => `eip155:${Number(id)}` === place.chainId, () => false)
  if (!isRight) throw new SiwxError('rpcFailed', { details: place.chainId, cause: node.failure() })
  const { address, hash, signature } = parameters
  // contracts that were told before what is signed take an empty signature, which is too short to say that it is wrapped
  const verify = () => (signature.length < 66 ? readContract(client, { address, abi: parseAbi(['function isValidSignature(bytes32, bytes) view returns (bytes4)']), functionName: 'isValidSignature', args: [hash, signature] }).then((answer) => answer === knows) : verifyHash(client, parameters))
  // what a contract does wrong is a wrong signature
  const isSigned = await verify().catch(() => false)
  if (!isSigned && node.failure() !== undefined) throw new SiwxError('rpcFailed', { details: place.chainId, cause: node.failure() })
  return isSigned
}

async function loadUtils() {
  try {
    return await import('viem/utils')
  } catch (error) {
    throw loadFailure('viem', error)
  }
}

async function loadViem() {
  try {
    const [{ createClient, custom, parseAbi }, { readContract, verifyHash }] = await Promise.all([import('viem'), import('viem/actions')])
    return { createClient, custom, parseAbi, readContract, verifyHash }
  } catch (error) {
    throw loadFailure('viem', error)
  }
}
