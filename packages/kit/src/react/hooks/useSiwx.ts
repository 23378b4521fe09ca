import { useMemo } from 'react'
import { arrived } from '../../core/arrived.ts'
import type { SignInStatus, SiwxSession } from '../../core/siwx.ts'
import { accountOf } from '../../core/state.ts'
import { useKit } from './useKit.ts'
import { useKitState } from './useKitState.ts'

/** The sign-in of the current account, and the functions for a site that asks for it without the modal. */
export type SiwxState = {
  /** Undefined while nobody is connected, before the site was asked, and without the option `siwx`. */
  status: SignInStatus | undefined
  /** Whether a visitor who does not sign in is disconnected. */
  isRequired: boolean
  /** Has the wallet sign a message of the site's. @throws KitError siwxDisabled, addressMissing, signatureDeclined, and what the wallet and the site answer */
  signIn(): Promise<SiwxSession>
  /** Ends the session of the account on its network; where signing in is required, its wallet is disconnected, too. @throws KitError siwxDisabled, addressMissing, and what the site answers */
  signOut(): Promise<void>
  /** Asks the site again. @throws KitError siwxDisabled, addressMissing */
  check(): Promise<SignInStatus>
}

/** Signing in with the wallet. Its code is loaded with the first call of a function. */
export function useSiwx(): SiwxState {
  const kit = useKit()
  const status = useKitState((state) => {
    const account = accountOf(state)
    return account && state.siwx?.[account.accountId]
  })
  const calls = useMemo(() => ({
    signIn: async () => (await arrived(import('../../siwx/signIn.ts'))).signIn(kit),
    signOut: async () => (await arrived(import('../../siwx/signOut.ts'))).signOut(kit),
    check: async () => (await arrived(import('../../siwx/checkSignIn.ts'))).checkSignIn(kit),
  }), [kit])
  return { ...calls, status, isRequired: kit.context.siwx?.getRequired?.() ?? false }
}
