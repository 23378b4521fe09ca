import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { recoverAccount } from '@latchkey/protocol/evmSignature/recoverAccount'
import { fromHex } from '@latchkey/protocol/hex'
import { counts } from '@latchkey/protocol/limits'
import { readCaveats } from '@latchkey/protocol/sessions/caveats'
import {
  delegationDigest,
  delegationHash,
  readContext,
  rootAuthority,
  type SignedDelegation,
} from '@latchkey/protocol/sessions/delegation'
import type { SessionTerms } from '@latchkey/protocol/sessions/terms'
import { ApiError } from '../apiError.ts'
import { evmKey } from '../chains/evm/evmKeys.ts'
import { recoverKey } from '../names/isSignedBy.ts'

/** What a permission context grants. `hash`: that of its delegation. */
export type Grant = { terms: SessionTerms; hash: Hex }
/** A grant with its delegation. */
export type SignedGrant = Grant & { delegation: SignedDelegation }

/** The delegate with which DelegationManager lets everybody redeem. */
const anyDelegate: Hex = '0x0000000000000000000000000000000000000a11'

/**
 * Reads a permission context: one delegation that an account grants over itself, with caveats whose
 * meaning is known as a whole. Undefined for any other.
 */
export function readGrant(context: Hex): SignedGrant | undefined {
  const delegation = readContext(context)
  if (!delegation || delegation.authority !== rootAuthority) return undefined
  const read = readCaveats(delegation.caveats)
  if (!read || !isWithinLimits(read)) return undefined
  const isOpen = read.redeemers.length === 0
  if (isOpen && evmKey(delegation.delegate) === anyDelegate) return undefined
  const terms = isOpen ? { ...read, redeemers: [delegation.delegate] } : read
  return { delegation, terms, hash: delegationHash(delegation) }
}

function isWithinLimits({ what, payees = [], redeemers }: SessionTerms): boolean {
  const { targets, selectors, fixed } =
    what.kind === 'calls' ? what : { targets: [], selectors: [], fixed: [] }
  return [payees, redeemers, targets, selectors, fixed].every(
    ({ length }) => length <= counts.sessionTargets,
  )
}

/**
 * Checks that an account's key has signed its delegation for a chain (EIP-712). The code of smart
 * accounts accepts this signature alone, in this spelling: 65 bytes, `v` 27 or 28, the lower `s`.
 * @throws ApiError 401 `context`
 */
export function checkSigned({ delegation }: SignedGrant, chainId: number): void {
  const { signature, delegator } = delegation
  const digest = fromHex(delegationDigest(delegation, chainId).slice(2))
  const isSpelled = /1[bc]$/i.test(signature)
  if (isSpelled && recoverAccount(digest, signature, recoverKey) === evmKey(delegator)) return
  throw new ApiError(401, 'context', 'The account has not signed the context for this network')
}
