import { createClient, hashMessage, parseAbi, recoverMessageAddress } from 'viem'
import { readContract, verifyHash } from 'viem/actions'
import type { Hex } from '../chainIndex/chainIndex.ts'
import type { EvmChain } from '../providers/chain.ts'
import { chainTransport } from '../providers/chainTransport.ts'
import type { NodesError } from '../providers/nodes.ts'

/** An address in lower case, and what it is said to have signed. */
type Claim = { address: Hex; message: string; signature: Hex }

/** Characters of the signature of a key: 65 bytes. */
const ofKey = 2 + 2 * 65
/** Characters below which a signature can't be wrapped: viem would refuse to read it. */
const ofWord = 2 + 2 * 32
/** The answer of a contract that knows a signature. ERC-1271 */
const knows = '0x1626ba7e'
const abi = parseAbi(['function isValidSignature(bytes32, bytes) view returns (bytes4)'])

/**
 * Whether an account has signed a text: a key by itself (EIP-191), or a contract that a node is asked about: deployed (ERC-1271), not yet
 * deployed (ERC-6492) or not yet delegated to (ERC-8010).
 * @param options.turn resolves when it is this client's turn
 * @param chain where a contract is asked; undefined: only a key's signature counts
 * @throws NodesError when no node answered; the signal's reason
 */
export async function isSignedBy(claim: Claim, chain: EvmChain | undefined, { turn, signal }: { turn: () => Promise<void>; signal: AbortSignal }): Promise<boolean> {
  const { address, message, signature } = claim
  await turn() // reading a signature takes a millisecond or more
  const signer = signature.length === ofKey ? await recoverMessageAddress({ message, signature }).catch(() => undefined) : undefined // no point of the curve
  if (signer?.toLowerCase() === address) return true
  return chain ? isSignedByContract(claim, chain, { turn, signal }) : false
}

async function isSignedByContract({ address, message, signature }: Claim, chain: EvmChain, { turn, signal }: { turn: () => Promise<void>; signal: AbortSignal }): Promise<boolean> {
  let failure: NodesError | undefined
  const client = createClient({ transport: chainTransport(chain, { pace: turn, signal, onFailure: (error) => (failure = error) }) })
  const hash = hashMessage(message)
  // contracts that were told before what is signed take an empty signature
  const verify = () => (signature.length < ofWord ? readContract(client, { address, abi, functionName: 'isValidSignature', args: [hash, signature] }).then((answer) => answer === knows) : verifyHash(client, { address, hash, signature }))
  // what a contract does wrong is a wrong signature
  const isSigned = await verify().catch(() => false)
  signal.throwIfAborted()
  if (!isSigned && failure) throw failure
  return isSigned
}
