import type { AccountId } from '@latchkey/protocol/caip'
import { useCallback, useEffect, useState } from 'react'
import { prepareSignIn } from '../../../domains/siwx/signIn.ts'
import type { PreparedSignIn } from '../../../domains/siwx/signIn.ts'
import { useKit } from '../../hooks/useKit.ts'

/** The message for the visitor to sign. */
export type Prepared =
  | { status: 'pending' }
  | { status: 'failed'; error: unknown }
  | { status: 'ready'; signIn: PreparedSignIn }

/**
 * Requests from the site the message that the account has to sign. It requests another one for
 * another account, and on `retry`. If `accountId` is undefined, it requests none.
 */
export function usePrepared(accountId: AccountId | undefined): Prepared & { retry: () => void } {
  const kit = useKit()
  const [attempt, setAttempt] = useState(0)
  const [prepared, setPrepared] = useState<Prepared>({ status: 'pending' })
  useEffect(() => {
    setPrepared({ status: 'pending' })
    if (accountId === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    prepareSignIn(kit, { signal }).then(
      (signIn) => !signal.aborted && setPrepared({ status: 'ready', signIn }),
      (error: unknown) => !signal.aborted && setPrepared({ status: 'failed', error }),
    )
    return () => controller.abort()
  }, [kit, accountId, attempt])
  return { ...prepared, retry: useCallback(() => setAttempt((last) => last + 1), []) }
}
