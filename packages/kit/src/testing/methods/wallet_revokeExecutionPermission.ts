import { disableCall, readContext } from '@latchkey/protocol/sessions/delegation'
import { delegationManager } from '@latchkey/protocol/smartAccounts/contracts'
import * as v from 'valibot'
import { grantingMethod } from '../grants/grantingMethod.ts'
import { sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { nodeErrorOf } from '../nodeErrorOf.ts'
import { ProviderError } from '../providerError.ts'
import { clientOf } from '../walletChain.ts'
import { permittedSigner } from '../walletCore.ts'
import { bytes, invalidParams } from '../walletMethod.ts'

/** Milliseconds for which the wallet waits until the chain has ended the permission. */
const longest = 30_000

/**
 * Ends a permission on its chain. Answers when that is in a block. ERC-7715
 * @throws ProviderError 4200 for a wallet that does not end them; -32602 for an unknown permission
 */
export const wallet_revokeExecutionPermission = grantingMethod(
  'today',

  v.tuple([v.object({ permissionContext: bytes })]),
  async (wallet, [{ permissionContext }]) => {
    if (wallet.grants?.isSilent)
      throw new ProviderError(4200, 'The wallet does not end permissions.')
    const { granted, chains } = wallet.store.getState()
    const entry = granted.find(({ context }) => context === permissionContext)
    const chain = chains.find(({ id }) => entry && BigInt(entry.chainId) === BigInt(id))
    const delegation = readContext(permissionContext)
    if (!entry || !chain || !delegation) throw invalidParams('The permission is unknown.')
    const account = permittedSigner(wallet, entry.from)
    const call = { to: delegationManager, data: disableCall(delegation) } as const
    await wallet.consentQueue.request({
      type: 'send',
      origin: wallet.origin,
      from: entry.from,
      value: 0n,
      chain,
      ...call,
    })
    await wallet.inTurn(async () => {
      try {
        const client = clientOf(chain)
        const hash = await sendTransaction(client, { account, ...call })
        await waitForTransactionReceipt(client, { hash, pollingInterval: 100, timeout: longest })
      } catch (error) {
        throw nodeErrorOf(error)
      }
    })
    wallet.store.setState((state) => ({
      granted: state.granted.filter((other) => other !== entry),
    }))
    return {}
  },
)
