import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { encodeCalls } from '@latchkey/protocol/smartAccounts/calls'
import type { Approved } from '../approve/transaction/estimate.ts'
import type { TransactionsToApprove } from '../approve/transaction/useEstimate.ts'
import { fault } from '../bridge/Fault.ts'
import type { prepareVault } from '../rpc/prepareVault.ts'
import { subjectOf } from '../rpc/sentTransactions.ts'
import { signAndSend } from '../rpc/signAndSend.ts'
import type { PaymasterService } from '../smartAccount/operation.ts'
import { finishOperation } from '../smartAccount/finishOperation.ts'
import { sendOperation } from '../smartAccount/sendOperation.ts'
import { accountCodeOf } from '../smartAccount/statusOf.ts'
import type { Network } from '../wallet/network.ts'
import type { Wallet } from '../wallet/Wallet.ts'

/** Milliseconds between two looks at the account's code. */
const pause = 500
/** Milliseconds after which the site gets an error, though the upgrade may still happen. */
const patience = 3 * 60_000

/**
 * The transaction or operation that upgrades an account: a call to itself that does nothing, by the
 * code that it gets with it. EIP-7702
 * @param paymaster pays for it; without one, the account pays
 */
export function upgradeOf(
  address: Hex,
  network: Network,
  paymaster?: PaymasterService,
): TransactionsToApprove {
  const call = { to: address, value: 0n, data: '0x' } as const
  return {
    transactions: [call],
    address,
    network,
    smart: { callData: encodeCalls([call]), isUpgrade: true, ...(paymaster && { paymaster }) },
  }
}

/**
 * Upgrades an account as the visitor has approved it, and waits until the chain has its code.
 * @throws Fault when it is not sent, or is not in a block in time
 */
export async function upgradeAccount(
  {
    wallet,
    network,
    openVault,
  }: {
    wallet: Wallet
    network: Network
    openVault: ReturnType<typeof prepareVault>
  },
  { address, approved, signal }: { address: Hex; approved: Approved; signal: AbortSignal },
): Promise<void> {
  const { smart } = upgradeOf(address, network)
  if (!smart) throw fault('somethingWrong')
  const { operation } = approved
  if (operation) {
    const signed = await finishOperation(wallet, network, {
      prepared: operation,
      isUpgrade: true,
      openVault,
    })
    await sendOperation(wallet, network, signed)
  } else
    await signAndSend(
      { wallet, network, openVault },
      {
        address,
        transaction: { to: address, value: 0n, data: smart.callData },
        cost: approved.costs[0],
        subject: await subjectOf(['upgrade', network.networkId, address]),
        requestId: `upgrade ${crypto.randomUUID()}`,
        code: { kind: 'batch', isUpgrade: true },
      },
    )
  const end = Date.now() + patience
  while (Date.now() < end) {
    // an unreachable node is asked again: the upgrade is on its way
    const code = await accountCodeOf(wallet, network, address, signal).catch(() => undefined)
    signal.throwIfAborted()
    if (code?.kind === 'ours') return
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  throw fault('unavailable')
}
