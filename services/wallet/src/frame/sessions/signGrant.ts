import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { toHex } from '@latchkey/protocol/hex'
import { readCaveats, writeCaveats } from '@latchkey/protocol/sessions/caveats'
import {
  delegationDigest,
  delegationTypedData,
  readContext,
  rootAuthority,
  writeContext,
} from '@latchkey/protocol/sessions/delegation'
import type { Delegation } from '@latchkey/protocol/sessions/delegation'
import type { SessionTerms } from '@latchkey/protocol/sessions/terms'
import { fault } from '../bridge/Fault.ts'
import type { prepareVault } from '../rpc/prepareVault.ts'
import { accountCodeOf } from '../smartAccount/statusOf.ts'
import type { Network } from '../wallet/network.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { requireContracts, sessionNonceOf } from './contracts.ts'
import { secondOf } from './secondOf.ts'

/**
 * Signs a delegation with the terms that the visitor has approved. Right before, it asks the node
 * for the account's number and code, and for the code of the contracts. ERC-7710
 * @returns the permission context
 * @throws Fault 4200 if the network's contracts are not the known ones, `transactionRejected` if
 *   the account is no smart account now
 */
export async function signGrant(
  {
    wallet,
    network,
    openVault,
  }: {
    wallet: Wallet
    network: Network
    openVault: ReturnType<typeof prepareVault>
  },
  {
    account,
    delegate,
    terms: approved,
    signal,
  }: { account: Hex; delegate: Hex; terms: Omit<SessionTerms, 'nonce'>; signal: AbortSignal },
): Promise<Hex> {
  const chainId = Number(network.reference)
  const [nonce, code] = await Promise.all([
    sessionNonceOf(wallet, network, account, signal),
    accountCodeOf(wallet, network, account, signal),
    requireContracts(wallet, network, { ...approved, nonce: 0n }, signal),
  ])
  if (code.kind !== 'ours') throw fault('transactionRejected')
  const terms: SessionTerms = { ...approved, nonce }
  if (terms.redeemers.length === 0 || terms.expiry <= secondOf(wallet)) throw fault('invalidParams')
  const caveats = writeCaveats(terms)
  // only what can be read back is signed
  if (!readCaveats(caveats)) throw fault('somethingWrong')
  const delegation: Delegation = {
    delegate,
    delegator: account,
    authority: rootAuthority,
    caveats,
    salt: BigInt(`0x${toHex(crypto.getRandomValues(new Uint8Array(32)))}`),
  }
  const digest = delegationDigest(delegation, chainId)
  const { hashTypedData } = await import('viem/utils')
  if (hashTypedData(delegationTypedData(delegation, chainId)) !== digest)
    throw fault('somethingWrong')
  const { withKeysOf } = await openVault()
  const signature = await withKeysOf(wallet, account, (keys) => keys.evm.sign({ hash: digest }))
  const context = writeContext({ ...delegation, signature })
  if (!readContext(context)) throw fault('somethingWrong')
  return context
}
