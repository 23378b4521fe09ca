import { askVault } from '@latchkey/protocol/walletServer'
import type { WalletAddresses } from '@latchkey/protocol/walletServer'
import { useEffect, useState } from 'react'
import { isFault } from '../../bridge/Fault.ts'
import { recoverAccount } from '../../vault/recoverAccount.ts'
import type { Wallet } from '../../wallet/Wallet.ts'

/** The account whose share is in the vault. */
export type VaultAccount = {
  wallet: Wallet
  addresses: WalletAddresses
  userId: string
  setId: string
  /** Milliseconds since 1970; null before the vault was requested. */
  readyAt: number | null
  onDone: () => void
}

/**
 * - `failure`: the result is another account, or the server did not answer
 * - `opensAt`: milliseconds since 1970; null before the vault was requested
 */
type VaultState = { opensAt: number | null; failure?: 'differs' | 'failed'; isAsking: boolean }

/**
 * Minimum and maximum of milliseconds between two attempts to open the vault. The server's clock
 * decides, and the clock of this browser may be wrong.
 */
const attempts = { min: 2_000, max: 60_000 }

/** Requests the operator's vault, and opens it when the delay is over. */
export function useVault({ wallet, addresses, userId, setId, readyAt, onDone }: VaultAccount) {
  const [state, setState] = useState<VaultState>({ opensAt: readyAt, isAsking: false })
  const { opensAt, failure, isAsking } = state

  useEffect(() => {
    if (opensAt === null || failure !== undefined) return
    const controller = new AbortController()
    const fail = (error: unknown) => {
      if (controller.signal.aborted) return
      if (isFault(error, 'vaultClosed')) timer = setTimeout(open, pauseUntil(opensAt))
      else
        setState({
          opensAt,
          failure: isFault(error, 'accountDiffers') ? 'differs' : 'failed',
          isAsking: false,
        })
    }
    const open = () => {
      recoverAccount(wallet, {
        setId,
        guard: { method: 'vault', userId },
        expected: addresses,
        signal: controller.signal,
      })
        .then(onDone)
        .catch(fail)
    }
    let timer = setTimeout(open)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
    // `onDone` is left out, because it only ends the screen
    // oxlint-disable-next-line react/exhaustive-deps
  }, [opensAt, failure, wallet, setId, userId, addresses])

  async function ask() {
    if (isAsking) return
    setState({ opensAt, isAsking: true })
    try {
      setState({ opensAt: (await wallet.server.call(askVault, {})).readyAt, isAsking: false })
    } catch {
      setState({ opensAt, failure: 'failed', isAsking: false })
    }
  }

  return {
    ...state,
    ask,
    /** Repeats the failed step. */
    retry: () => (opensAt === null ? ask() : setState({ opensAt, isAsking: false })),
  }
}

const pauseUntil = (opensAt: number): number =>
  Math.min(Math.max(opensAt - Date.now(), attempts.min), attempts.max)
