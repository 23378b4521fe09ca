import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { delegationManager } from '@latchkey/protocol/smartAccounts/contracts'
import { fault } from '../bridge/Fault.ts'
import { toQuantity } from '../rpc/hex.ts'
import type { SigningCall } from '../rpc/signingCall.ts'
import { grantSessions } from './grantSessions.ts'
import { readOldRequest } from './readOldRequest.ts'
import { secondOf } from './secondOf.ts'

/** A granted permission in the form of 2024: the request as it was granted, and its context. */
type OldGrant = Readonly<Record<string, unknown>> & {
  chainId: string
  address: Hex
  expiry: number
  context: Hex
  /** The same context; viem's name for it. */
  permissionsContext: Hex
  grantedPermissions: readonly unknown[]
  signerMeta: { delegationManager: Hex }
}

/**
 * Grants a permission in the dialect of 2024. ERC-7715. `wallet_grantPermissions`
 * [{ chainId?, address?, expiry, signer, permissions, policies? }]
 * @throws Fault as `grantSessions`, and -32602
 */
export async function grantPermissions(call: SigningCall): Promise<OldGrant> {
  const { request, write } = readOldRequest(call.params, secondOf(call.wallet))
  const [granted] = await grantSessions(call, [request])
  if (!granted) throw fault('somethingWrong')
  const {
    network,
    grant: { account, context, terms },
  } = granted
  return {
    chainId: toQuantity(BigInt(network.reference)),
    address: account,
    expiry: terms.expiry,
    ...write(terms),
    context,
    permissionsContext: context,
    signerMeta: { delegationManager },
  }
}
