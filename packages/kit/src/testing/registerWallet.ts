import { pageWindow, type WalletWindow } from './pageWindow.ts'

/**
 * Registers a wallet on the page, for libraries that have loaded or load later. The wallet is not
 * checked, so that a test can register a hostile one. Source: Wallet Standard
 * @returns the function that removes it
 * @throws KitError optionInvalid if no `window` is given and there is no page, as in plain Node
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
