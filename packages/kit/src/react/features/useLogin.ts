import * as times from '@latchkey/protocol/times'
import { useEffect, useState } from 'react'
import type { ConnectStep } from '../../core/contracts/connectorSource.ts'
import { useAccount } from '../hooks/useAccount.ts'
import { useAttempt } from '../hooks/useAttempt.ts'
import type { Attempt } from '../hooks/useAttempt.ts'
import { useKit } from '../hooks/useKit.ts'
import { useRouter } from './router.ts'
import { useContinueFlow } from './useContinueFlow.ts'
import { contextOf } from '../../core/kit/context.ts'

/** A running login. `step` is the last step that it reported; undefined before the first. */
export type LoginProgress = {
  attempt: Attempt & { retry: () => void }
  step: ConnectStep | undefined
  isConnected: boolean
}

/**
 * Runs a login as soon as its screen is shown, and continues the flow shortly after the account is
 * connected. Leaving the screen ends it. `run` passes each step to its second parameter.
 */
export function useLogin(
  connectorId: string,
  run: (signal: AbortSignal, onStep: (step: ConnectStep) => void) => Promise<unknown>,
): LoginProgress {
  const kit = useKit()
  const router = useRouter()
  const continueFlow = useContinueFlow()
  const account = useAccount()
  const [step, setStep] = useState<ConnectStep>()
  const attempt = useAttempt((signal) => {
    setStep(undefined)
    return run(signal, (next) => !signal.aborted && setStep(next))
  })
  const isConnected = 'account' in account && account.account.connectorId === connectorId

  // another tab may disconnect the wallet before this screen is closed
  const isDisconnected = attempt.status === 'done' && !('account' in account)
  useEffect(() => {
    if (!isConnected && !isDisconnected) return
    return contextOf(kit).clock.setTimeout(
      isDisconnected ? () => router.reset('Connect') : continueFlow,
      times.successShown,
    )
  }, [isConnected, isDisconnected, kit, continueFlow, router])
  return { attempt, step, isConnected }
}
