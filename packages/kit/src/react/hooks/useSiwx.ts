import type { SignInStatus, SiwxSession } from '../../core/contracts/siwx.ts'
import { accountOf } from '../../core/kit/state.ts'
import { isSignInRequired } from '../../core/kit/state.ts'
import { useKit } from './useKit.ts'
import { useKitState } from './useKitState.ts'
import { contextOf } from '../../core/kit/context.ts'

/** The sign-in of the current account, and the kit's functions for it. */
export type SiwxState = {
  /**
   * Undefined while no wallet is connected, before the site has answered, and without the option
   * `siwx`.
   */
  status: SignInStatus | undefined
  /** Whether a visitor who does not sign in is disconnected. */
  isRequired: boolean
  /** As `kit.signIn`. */
  signIn(): Promise<SiwxSession>
  /** As `kit.signOut`. */
  signOut(): Promise<void>
  /** As `kit.checkSignIn`. */
  check(): Promise<SignInStatus>
}

/** Signing in with the wallet. */
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
