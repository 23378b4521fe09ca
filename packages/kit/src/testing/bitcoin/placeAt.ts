import type { WalletWindow } from '../pageWindow.ts'

/** An entry in the page's list of wallets. WBIP004 */
type Entry = { id: string; name: string; icon: string }

/**
 * Sets a wallet's object at a path of the page, such as `XverseProviders.BitcoinProvider`. With a
 * name and an icon, it also enters the wallet in the page's list `btc_providers`. WBIP004
 * @returns the function that removes it
 */
export function placeAt(
  window: WalletWindow,
  { path, provider, name, icon }: { path: string; provider: object; name?: string; icon?: string },
): () => void {
  const names = path.split('.')
  const last = names.pop() ?? path
  const parent = names.reduce<Record<string, unknown>>(
    // an object on the page may have any property
    (value, part) => (value[part] ??= {}) as Record<string, unknown>,
    window as unknown as Record<string, unknown>,
  )
  parent[last] = provider
  const page = window as { btc_providers?: Entry[] } // other wallets may have set the list
  if (name !== undefined)
    page.btc_providers = [...(page.btc_providers ?? []), { id: path, name, icon: icon ?? '' }]
  return () => {
    if (parent[last] === provider) delete parent[last]
    page.btc_providers = page.btc_providers?.filter(({ id }) => id !== path) ?? []
  }
}
