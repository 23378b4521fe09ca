import { storagePrefix } from '../core/storage.ts'
import type { RawStorage } from '../core/storage.ts'
import type { WalletLinks } from './walletLinks.ts'

const key = `${storagePrefix}walletconnect.deep-link`

/** The app that a phone's session is with, so that a later request can bring it to the front (spec section 4). */
export type RememberedWallet = WalletLinks & { name: string }

/** Keeps the app that was opened. Its visitor may come back to a page that was loaded again: that one looks for what the app said. */
export function rememberWallet(storage: RawStorage, wallet: RememberedWallet): void {
  storage.setItem(key, JSON.stringify(wallet))
  storage.setItem(`${storagePrefix}connection-status`, JSON.stringify('connected'))
}

/** The app that was opened, if any; broken content is none. */
export function rememberedWallet(storage: RawStorage): RememberedWallet | undefined {
  try {
    const wallet: unknown = JSON.parse(storage.getItem(key) ?? 'null')
    if (typeof wallet !== 'object' || wallet === null || !('name' in wallet) || typeof wallet.name !== 'string') return undefined
    const link = (name: 'native' | 'universal') => {
      const value: unknown = name in wallet ? (wallet as Record<string, unknown>)[name] : undefined // just seen to be there
      return typeof value === 'string' ? value : undefined
    }
    return { name: wallet.name, native: link('native'), universal: link('universal') }
  } catch {
    return undefined // broken content
  }
}

/** Forgets the app. */
export function forgetWallet(storage: RawStorage): void {
  storage.removeItem(key)
}
