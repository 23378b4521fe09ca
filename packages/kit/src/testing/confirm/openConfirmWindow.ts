import type { StoreApi } from 'zustand/vanilla'
import type { AnnouncedInfo } from '../announceWallet.ts'
import { shownRequest } from '../walletState.ts'
import type { WalletState } from '../walletState.ts'
import type { ConfirmPanel } from './createConfirmPanel.lazy.ts'

/**
 * Shows requests to the wallet's owner, one after another. The code is loaded with the first
 * request.
 * @returns the function that closes the window for good
 */
export function openConfirmWindow(
  store: StoreApi<WalletState>,
  info: AnnouncedInfo,
  document: Document,
): () => void {
  let panel: Promise<ConfirmPanel> | undefined
  let shown: number | undefined
  let closed = false

  const follow = async () => {
    const next = closed ? undefined : shownRequest(store.getState())
    if (next?.id === shown) return
    shown = next?.id
    panel ??= import('./createConfirmPanel.lazy.ts').then(({ createConfirmPanel }) =>
      createConfirmPanel({ store, info, document }),
    )
    const { show, hide } = await panel
    if (shown !== next?.id) return // the request was answered while the code was loading
    if (next) show(next)
    else hide()
  }

  const unsubscribe = store.subscribe(() => void follow())
  return () => {
    unsubscribe()
    closed = true
    void follow()
  }
}
