import { useEffect, useState } from 'react'
import { KitError } from '../../../core/errors/KitError.ts'
import type { Account } from '../../../core/kit/state.ts'
import { hideToast, showToast } from '../../../core/kit/toast.ts'
import { takePromptNext } from '../../../domains/siwx/promptNext.ts'
import { signPrepared } from '../../../domains/siwx/signIn.ts'
import type { PreparedSignIn } from '../../../domains/siwx/signIn.ts'
import { useKit } from '../../hooks/useKit.ts'
import { usePrepared } from './usePrepared.ts'

/**
 * The state of signing the message: its preparation, the request to the wallet, and the error of
 * the last attempt. If the message is ready, `proceed` requests the signature. If its preparation
 * failed, `proceed` prepares it again.
 */
export function useSigning(account: Account) {
  const kit = useKit()
  const { retry, ...prepared } = usePrepared(account.accountId)
  const [isSigning, setIsSigning] = useState(false)
  const [problem, setProblem] = useState<{ error: unknown }>()

  async function sign(signIn: PreparedSignIn) {
    setIsSigning(true)
    setProblem(undefined)
    showToast(kit, { message: 'authenticating', variant: 'loading' })
    const loading = kit.getState().toast?.id
    try {
      await signPrepared(kit, signIn)
    } catch (error) {
      if (KitError.is(error, 'signatureDeclined'))
        showToast(kit, { message: 'signatureDeclined', variant: 'error' })
      else setProblem({ error })
      retry() // a message is used only once, so a new one is prepared
    } finally {
      if (loading !== undefined) hideToast(kit, loading)
      setIsSigning(false)
    }
  }

  useEffect(() => {
    if (prepared.status === 'ready' && takePromptNext(kit, account.accountId))
      void sign(prepared.signIn)
  })

  function proceed() {
    if (prepared.status === 'failed') retry()
    else if (prepared.status === 'ready' && !isSigning) void sign(prepared.signIn)
  }

  return {
    prepared,
    isSigning,
    problem: prepared.status === 'failed' ? { error: prepared.error } : problem,
    proceed,
  }
}
