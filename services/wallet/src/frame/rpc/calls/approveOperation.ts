import type { SmartCalls } from '../../approve/transaction/useEstimate.ts'
import type { Approved, Cost } from '../../approve/transaction/estimate.ts'
import { fault, isFault } from '../../bridge/Fault.ts'
import { finishOperation } from '../../smartAccount/finishOperation.ts'
import type { SignedOperation } from '../../smartAccount/finishOperation.ts'
import { prepareVault } from '../prepareVault.ts'
import type { SigningCall } from '../signingCall.ts'

/** What the visitor has approved: an operation, or transactions with their costs. */
type Outcome = {
  costs: readonly Cost[]
  /** How a smart account runs the calls. */
  smart: SmartCalls | undefined
  operation?: SignedOperation
}

/**
 * Asks the visitor, and signs the operation if a paymaster pays. If the paymaster then refuses, and
 * the site allows it, the visitor is asked again, and would pay.
 * @throws Fault `sponsorRefused` if a required paymaster refuses
 */
export async function approveOperation(
  { wallet, network }: Pick<SigningCall, 'wallet' | 'network'>,
  plan: SmartCalls | undefined,
  ask: (smart: SmartCalls | undefined) => Promise<Approved>,
): Promise<Outcome> {
  const openVault = prepareVault()
  const { costs, operation: prepared } = await ask(plan)
  if (!plan || !prepared) return { costs, smart: plan }
  try {
    return {
      costs,
      smart: plan,
      operation: await finishOperation(wallet, network, {
        prepared,
        isUpgrade: plan.isUpgrade,
        openVault,
      }),
    }
  } catch (error) {
    const isPaymaster = isFault(error, 'sponsorRefused')
    if (!isPaymaster || !prepared.sponsor?.isOptional) throw error
    const { paymaster: _, ...unpaid } = plan
    const again = { ...unpaid, refusedBy: prepared.sponsor.name }
    const approved = await ask(again)
    if (approved.operation) throw fault('somethingWrong', { cause: error })
    return { costs: approved.costs, smart: again }
  }
}
