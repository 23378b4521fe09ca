import { operationErrors, type SignedAuthorization } from '@latchkey/protocol/smartAccounts/bundler'
import { delegator } from '@latchkey/protocol/smartAccounts/contracts'
import { isAddressEqual, recoverAddress } from 'viem'
import { hashAuthorization } from 'viem/utils'
import type { Hex, OperationChain } from './operationChain.ts'
import { RpcRefusal } from './rpcRefusal.ts'
import type { StoredAuthorization } from './schema.ts'

const refuse = (message: string): RpcRefusal =>
  new RpcRefusal(operationErrors.invalidParams, `eip7702Auth: ${message}`)

/**
 * Checks everything about an authorisation but its signature. It has to be for this chain alone:
 * one for all chains (chain id 0) would give whoever sees it the same account elsewhere. EIP-7702
 * @param nonce the number of transactions that the account has sent
 * @throws RpcRefusal
 */
export function checkAuthorizationTerms(
  chain: OperationChain,
  { address, chainId, nonce: given }: SignedAuthorization,
  nonce: number,
): void {
  if (!isAddressEqual(address, delegator)) throw refuse(`the contract has to be ${delegator}`)
  if (chainId === 0n) throw refuse('it is for all chains; it has to be for this chain alone')
  if (chainId !== BigInt(chain.chainId)) throw refuse('it is for another chain')
  if (given !== BigInt(nonce)) throw refuse(`its nonce has to be ${nonce}`)
}

/**
 * Checks an authorisation of an account.
 * @throws RpcRefusal
 */
export async function checkAuthorization(
  chain: OperationChain,
  sender: Hex,
  authorization: SignedAuthorization,
  nonce: number,
): Promise<StoredAuthorization> {
  checkAuthorizationTerms(chain, authorization, nonce)
  const { r, s, yParity } = authorization
  if (yParity > 1n) throw refuse('yParity has to be 0 or 1')
  const terms = { address: delegator, chainId: chain.chainId, nonce } as const
  const signature = { r, s, yParity: Number(yParity) }
  // the larger `s` of EIP-2 is invalid
  if (BigInt(s) > halfOrder) throw refuse('its signature is invalid')
  const signer = await recoverAddress({ hash: hashAuthorization(terms), signature }).catch(() => {
    throw refuse('its signature is invalid')
  })
  if (!isAddressEqual(signer, sender)) throw refuse('another account has signed it')
  return { ...terms, ...signature }
}

/** Half the order of secp256k1. EIP-2 */
const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
