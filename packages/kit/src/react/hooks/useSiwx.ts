import type { SignInStatus, SiwxSession } from '../../core/contracts/siwx.ts'
import { accountOf } from '../../core/kit/state.ts'
import { isSignInRequired } from '../../core/kit/state.ts'
import { useKit } from './useKit.ts'
import { useKitState } from './useKitState.ts'
import { contextOf } from '../../core/kit/context.ts'

/** Whether the current account is signed in, and the functions to sign in and out. */
export type SiwxState = {
  /**
   * Undefined while no wallet is connected, before the site has answered, and if the site has no
   * option `siwx`.
   */
  status: SignInStatus | undefined
  /** Whether a visitor who does not sign in is disconnected. */
  isRequired: boolean
  /** Calls `kit.signIn`. */
  signIn(): Promise<SiwxSession>
  /** Calls `kit.signOut`. */
  signOut(): Promise<void>
  /** Calls `kit.checkSignIn`. */
  check(): Promise<SignInStatus>
}

/** Returns whether the current account is signed in, and the functions to sign in and out. */
export function useSiwx(): SiwxState {
  const kit = useKit()
  const status = useKitState((state) => {
    const account = accountOf(state)
    return account && state.siwx?.[account.accountId]
  })
  return {
    status,
    isRequired: isSignInRequired(contextOf(kit).siwx),
    signIn: kit.signIn,
    signOut: kit.signOut,
    check: kit.checkSignIn,
  }
}
