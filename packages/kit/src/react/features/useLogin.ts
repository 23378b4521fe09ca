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

/** A running login. `step` is its last reported step; undefined before the first step. */
export type LoginProgress = {
  attempt: Attempt & { retry: () => void }
  step: ConnectStep | undefined
  isConnected: boolean
}

/**
 * Runs a login as soon as its screen is shown. Shortly after the account is connected, the modal
 * continues. Leaving the screen cancels the login. `run` reports each step to its second parameter.
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

  // another tab may disconnect the wallet while this screen still shows the success
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
