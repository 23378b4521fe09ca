/**
 * Registers a wallet now, and with every library that asks later. Source: Wallet Standard
 * @returns the function that takes it back
 */
export function register(wallet: object): () => void {
  if (typeof window === 'undefined') return () => {}
  const unregisters: (() => void)[] = []
  const registerAt = (api: unknown) => {
    try {
      // another library's: one without it throws
      const end: unknown = (api as { register: (wallet: object) => unknown }).register(wallet)
      if (typeof end === 'function') unregisters.push(() => void (end as () => unknown)())
    } catch {
      // a library that takes no wallets
    }
  }
  // without a detail it is refused above
  const onReady = (event: Event) => registerAt((event as CustomEvent<unknown>).detail)
  window.addEventListener('wallet-standard:app-ready', onReady)
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: registerAt }))
  return () => {
    window.removeEventListener('wallet-standard:app-ready', onReady)
    for (const end of unregisters) end()
  }
}
