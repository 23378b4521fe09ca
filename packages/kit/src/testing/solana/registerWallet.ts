import type { WalletWindow } from '../announceWallet.ts'
import { pageWindow } from '../pageWindow.ts'

/**
 * Registers a wallet on the page, for libraries that are there or come later. Nothing is checked,
 * so that a test can register a hostile wallet. Source: Wallet Standard
 * @returns the function that removes it
 * @throws KitError optionInvalid where there is no page, as in plain Node, and no `window` is given
 */
export function registerWallet(wallet: unknown, window: WalletWindow = pageWindow()): () => void {
  const unregisters: (() => void)[] = []
  const registerAt = ({ register }: { register: (...wallets: readonly unknown[]) => () => void }) =>
    void unregisters.push(register(wallet))
  const onReady = (event: Event) =>
    registerAt((event as CustomEvent<Parameters<typeof registerAt>[0]>).detail)
  window.addEventListener('wallet-standard:app-ready', onReady)
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: registerAt }))
  return () => {
    window.removeEventListener('wallet-standard:app-ready', onReady)
    for (const end of unregisters) end()
  }
}
