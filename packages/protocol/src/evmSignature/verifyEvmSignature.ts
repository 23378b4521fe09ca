import { keccak_256 } from '@noble/hashes/sha3.js'
import { isEvmAddress } from '../evmAddress.ts'
import { isKnown, preparedQuestion, questionOf } from './askAccount.ts'
import { isHex, toDigits } from './hex.ts'
import type { Hex } from './hex.ts'
import { isOwnerless } from './isOwnerless.ts'
import { recoverAccount } from './recoverAccount.ts'
import type { RecoverKey } from './recoverAccount.ts'
import { readSignature } from './wrappedSignature.ts'

/** What an account is said to have signed by `personal_sign`. EIP-191 */
export type EvmClaim = { address: string; message: string; signature: string }

/** How the verifier works. */
export type EvmVerifier = {
  /** By secp256k1, which is the caller's: no page needs it. */
  recover: RecoverKey
  /**
   * Asks a node of the network, JSON-RPC. `failed`: the node says that the call failed. It rejects
   * when no node answered. @default no contract is asked
   */
  ask?:
    | ((
        method: 'eth_getCode' | 'eth_call',
        params: readonly unknown[],
      ) => Promise<{ status: 'answered'; result: unknown } | { status: 'failed' }>)
    | undefined
}

/**
 * Where the code runs that asks an account after a delegation: an address without code, chosen by
 * chance.
 */
const place = '0x8a4f21c7d9036be5517ac02e94d86b3f71e5ca0d'

/**
 * Whether an account has signed a text: a key by itself (EIP-191), or its contract says so:
 * deployed (ERC-1271), not yet deployed (ERC-6492) or not yet delegated to (ERC-8010). A contract
 * counts only where there is code, and by one whole word. An account that is deployed is asked as
 * it is: the call that a wrapped signature brings is run for one that is not.
 * @returns undefined when only a contract could know it, and none can be asked
 */
export async function verifyEvmSignature(
  { address, message, signature }: EvmClaim,
  { recover, ask }: EvmVerifier,
): Promise<boolean | undefined> {
  if (!isEvmAddress(address) || !isHex(signature) || isOwnerless(address)) return false
  const hash = hashOf(message)
  const account = address.toLowerCase() as Hex // an address in hex stays one
  if (recoverAccount(hash, signature, recover) === account) return true
  const read = readSignature(signature, recover)
  if (read.status === 'broken') return false
  if (!ask) return undefined

  const answerOf = async (method: 'eth_getCode' | 'eth_call', ...params: readonly unknown[]) => {
    const answer = await ask(method, params)
    return answer.status === 'answered' ? answer.result : undefined
  }
  const question = questionOf(toDigits(hash), read.status === 'plain' ? signature : read.inner)
  const code = await answerOf('eth_getCode', account, 'latest')
  if (!isHex(code)) return false
  const delegate = /^0xef0100([\da-f]{40})$/i.exec(code)?.[1]?.toLowerCase()
  if (delegate !== undefined && isOwnerless(`0x${delegate}`)) return false
  const isAsked =
    read.status === 'undelegated' ? delegate === read.authorization.address.slice(2) : code !== '0x'
  if (isAsked) return isKnown(await answerOf('eth_call', { to: account, data: question }, 'latest'))
  if (read.status === 'plain') return false

  const { to, data } = read
  const prepared = { account, to, data, question }
  if (read.status === 'undeployed')
    return isKnown(
      await answerOf(
        'eth_call',
        { data: preparedQuestion({ ...prepared, mayFail: false }) },
        'latest',
      ),
    )
  if (read.signer !== account || isOwnerless(read.authorization.address)) return false
  const asked = { to: place, authorizationList: [read.authorization] }
  return isKnown(
    await answerOf('eth_call', asked, 'pending', {
      [place]: { code: preparedQuestion({ ...prepared, mayFail: true }) },
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
