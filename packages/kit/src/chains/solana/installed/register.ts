/**
 * Registers a wallet with every library on the page, also with those that are loaded later. Source:
 * Wallet Standard
 * @returns the function that removes it
 */
export function register(wallet: object): () => void {
  if (typeof window === 'undefined') return () => {}
  const unregisters: (() => void)[] = []
  const registerAt = (api: unknown) => {
    try {
      // another library made `api`: this throws if it has no `register`
      const end: unknown = (api as { register: (wallet: object) => unknown }).register(wallet)
      if (typeof end === 'function') unregisters.push(() => void (end as () => unknown)())
    } catch {
      // the library does not accept wallets
    }
  }
  // if the event has no detail, `registerAt` throws inside and ignores it
  const onReady = (event: Event) => registerAt((event as CustomEvent<unknown>).detail)
  window.addEventListener('wallet-standard:app-ready', onReady)
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: registerAt }))
  return () => {
    window.removeEventListener('wallet-standard:app-ready', onReady)
    for (const end of unregisters) end()
  }
}
