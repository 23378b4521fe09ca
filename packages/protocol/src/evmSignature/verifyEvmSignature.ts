import { keccak_256 } from '@noble/hashes/sha3.js'
import { isEvmAddress } from '../chains/evm.ts'
import { isValidAnswer, preparedCallCode, signatureCall } from './signatureCall.ts'
import { toHex } from '../hex.ts'
import { isHex } from './hex.ts'
import type { Hex } from './hex.ts'
import { isOwnerless } from './isOwnerless.ts'
import { recoverAccount } from './recoverAccount.ts'
import type { RecoverKey } from './recoverAccount.ts'
import { readSignature } from './wrappedSignature.ts'

/** A text, and a signature by `personal_sign` that the account is said to have made. EIP-191 */
export type EvmClaim = { address: string; message: string; signature: string }

/** What the check of a signature needs. */
export type EvmVerifier = {
  /**
   * Recovers a key (secp256k1). The caller passes a library's function, so that pages, which do not
   * need it, do not load the library.
   */
  recover: RecoverKey
  /**
   * Sends a JSON-RPC request to a node of the network. `failed`: the node reports that the call
   * failed. It rejects if no node answered. @default no contract is called
   */
  request?:
    | ((
        method: 'eth_getCode' | 'eth_call',
        params: readonly unknown[],
      ) => Promise<{ status: 'answered'; result: unknown } | { status: 'failed' }>)
    | undefined
}

/**
 * A random address without code. For an account that is not delegated yet, `eth_call` runs the code
 * of `preparedCallCode` at this address.
 */
const codeAddress = '0x8a4f21c7d9036be5517ac02e94d86b3f71e5ca0d'

/**
 * Whether an account has signed a text. The proof is one of:
 * - a signature by the account's own key (EIP-191)
 * - the answer of a contract: a deployed one (ERC-1271), one that is not deployed yet (ERC-6492),
 *   or an account that is not delegated yet (ERC-8010). The answer must be one word, from an
 *   address with code.
 *
 * The preparing call of a wrapped signature runs only while the account is not deployed or not
 * delegated yet.
 * @returns undefined if only a contract could decide, and there is no `request`
 */
export async function verifyEvmSignature(
  { address, message, signature }: EvmClaim,
  { recover, request }: EvmVerifier,
): Promise<boolean | undefined> {
  if (!isEvmAddress(address) || !isHex(signature) || isOwnerless(address)) return false
  const hash = hashOf(message)
  const account = address.toLowerCase() as Hex // `isEvmAddress` has checked it
  if (recoverAccount(hash, signature, recover) === account) return true
  const read = readSignature(signature, recover)
  if (read.status === 'broken') return false
  if (!request) return undefined

  const resultOf = async (method: 'eth_getCode' | 'eth_call', ...params: readonly unknown[]) => {
    const answer = await request(method, params)
    return answer.status === 'answered' ? answer.result : undefined
  }
  const call = signatureCall(toHex(hash), read.status === 'plain' ? signature : read.inner)
  const code = await resultOf('eth_getCode', account, 'latest')
  if (!isHex(code)) return false
  const delegate = /^0xef0100([\da-f]{40})$/i.exec(code)?.[1]?.toLowerCase()
  if (delegate !== undefined && isOwnerless(`0x${delegate}`)) return false
  const isReady =
    read.status === 'undelegated' ? delegate === read.authorization.address.slice(2) : code !== '0x'
  if (isReady)
    return isValidAnswer(await resultOf('eth_call', { to: account, data: call }, 'latest'))
  if (read.status === 'plain') return false

  const { to, data } = read
  const prepared = { account, to, data, call }
  if (read.status === 'undeployed')
    return isValidAnswer(
      await resultOf(
        'eth_call',
        { data: preparedCallCode({ ...prepared, mayFail: false }) },
        'latest',
      ),
    )
  if (read.signer !== account || isOwnerless(read.authorization.address)) return false
  const delegatedCall = { to: codeAddress, authorizationList: [read.authorization] }
  return isValidAnswer(
    await resultOf('eth_call', delegatedCall, 'pending', {
      [codeAddress]: { code: preparedCallCode({ ...prepared, mayFail: true }) },
    }),
  )
}

function hashOf(message: string): Uint8Array {
  const encoder = new TextEncoder()
  const bytes = encoder.encode(message)
  return keccak_256(
    Uint8Array.from([...encoder.encode(`\x19Ethereum Signed Message:\n${bytes.length}`), ...bytes]),
  )
}
