import { entryPoint } from '@latchkey/protocol/smartAccounts/contracts'
import {
  packUserOperation,
  userOperationHash,
  userOperationTypedData,
} from '@latchkey/protocol/smartAccounts/userOperation'
import type { UserOperationFields } from '@latchkey/protocol/smartAccounts/userOperation'
import { fault } from '../bridge/Fault.ts'
import { askPaymaster, askQuantity } from '../rpc/askNode.ts'
import { toQuantity } from '../rpc/hex.ts'
import type { prepareVault } from '../rpc/prepareVault.ts'
import type { Network } from '../wallet/network.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { paymasterParams, stubAuthorizationOf, wireOf } from './operation.ts'
import type { PreparedOperation } from './operation.ts'
import { readPaymasterData } from './readPaymaster.ts'
import { requireUpgradable } from './requireUpgradable.ts'

/** A signed operation as it is sent and stored: all values are JSON. */
export type SignedOperation = {
  hash: `0x${string}`
  /** The operation's number in hex. */
  nonce: string
  /** The parameters of `eth_sendUserOperation`. */
  params: readonly [Readonly<Record<string, unknown>>, string]
  /** The block after which it can be found, in hex. */
  fromBlock: string
}

/**
 * Lets the paymaster sign, and then signs the operation with the account's key, with all of its
 * fields. `pm_getPaymasterData`
 * @throws Fault `sponsorRefused` when the paymaster refuses, does not answer, or answers in another
 *   form; `transactionRejected` if the account has changed since the approval
 */
export async function finishOperation(
  wallet: Wallet,
  network: Network,
  {
    prepared: { fields, sponsor },
    isUpgrade,
    openVault,
  }: {
    prepared: PreparedOperation
    isUpgrade: boolean
    openVault: ReturnType<typeof prepareVault>
  },
): Promise<SignedOperation> {
  const chainId = Number(network.reference)
  const isNeeded = await requireUpgradable(wallet, network, fields.sender, isUpgrade)
  const [fromBlock, nonce, paid] = await Promise.all([
    askQuantity(wallet, network, { method: 'eth_blockNumber', params: [] }),
    isNeeded
      ? askQuantity(wallet, network, {
          method: 'eth_getTransactionCount',
          params: [fields.sender, 'latest'],
        })
      : 0n,
    withPaymaster(wallet, network, { fields, sponsor, isUpgrade: isNeeded }),
  ])
  const packed = packUserOperation(paid)
  const { hashTypedData } = await import('viem/utils')
  const digest = hashTypedData(userOperationTypedData(packed, chainId))
  const { withKeysOf } = await openVault()
  const { signature, authorization } = await withKeysOf(wallet, fields.sender, async (keys) => ({
    signature: await keys.evm.sign({ hash: digest }),
    authorization: isNeeded
      ? await keys.evm.signAuthorization({ code: 'delegator', chainId, nonce: Number(nonce) })
      : undefined,
  }))
  const authorized = authorization && {
    eip7702Auth: {
      ...authorization,
      chainId: toQuantity(BigInt(chainId)),
      nonce: toQuantity(nonce),
      yParity: toQuantity(BigInt(authorization.yParity)),
    },
  }
  return {
    hash: userOperationHash(packed, chainId),
    nonce: toQuantity(fields.nonce),
    params: [{ ...wireOf({ ...paid, signature }), ...authorized }, entryPoint],
    fromBlock: toQuantity(fromBlock),
  }
}

/** Adds the paymaster's signature. It gets no signature of the account. */
async function withPaymaster(
  wallet: Wallet,
  network: Network,
  { fields, sponsor, isUpgrade }: PreparedOperation & { isUpgrade: boolean },
): Promise<UserOperationFields> {
  if (!sponsor || sponsor.isFinal || !fields.sponsor) return fields
  const eip7702Auth = isUpgrade
    ? await stubAuthorizationOf(wallet, network, fields.sender)
    : undefined
  const operation = { ...wireOf(fields), ...(eip7702Auth && { eip7702Auth }) }
  try {
    const answer = await askPaymaster(wallet, network, {
      url: sponsor.url,
      method: 'pm_getPaymasterData',
      params: paymasterParams(network, operation, sponsor.context),
    })
    const { paymasterData } = readPaymasterData(answer, fields.sponsor)
    return { ...fields, sponsor: { ...fields.sponsor, paymasterData } }
  } catch (cause) {
    throw fault('sponsorRefused', { cause })
  }
}
