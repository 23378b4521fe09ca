import type { Kit } from '../core/kit.ts'
import { storagePrefix } from '../core/storage.ts'
import type { RawStorage } from '../core/storage.ts'
import type { Wallet } from '../core/wallet.ts'
import { isSameApp } from './walletLinks.ts'
import type { WalletLinks } from './walletLinks.ts'

const key = `${storagePrefix}walletconnect.deep-link`

/** The app that a phone's session is with, so that a later request can bring it to the front (spec section 4). */
export type RememberedWallet = WalletLinks & { name: string }

/**
 * Keeps the app that a visitor opens: to be called in the tap of a link of `appLink`. What is signed or sent later brings the app to
 * the front again, until the session ends; and a page that is loaded again meanwhile looks for what the app said.
 * @example <a href={link.href} onClick={() => rememberWallet(kit, wallet)}>Open {wallet.name}</a>
 */
export function rememberWallet({ context }: Kit, { name, mobile_link, link_mode }: Pick<Wallet, 'name' | 'mobile_link' | 'link_mode'>): void {
  const { raw } = context.storage
  keep(raw, { name, native: mobile_link, universal: link_mode })
  raw.setItem(`${storagePrefix}connection-status`, JSON.stringify('connected'))
}

/** One code may have opened several apps: keeps the one that answered, where it says how it is reached. Does nothing where none was opened. */
export function rememberAnswer(storage: RawStorage, answered: RememberedWallet): void {
  const opened = rememberedWallet(storage)
  if (opened && (answered.native || answered.universal) && !isSameApp(opened, answered)) keep(storage, answered)
}

function keep(storage: RawStorage, wallet: RememberedWallet): void {
  storage.setItem(key, JSON.stringify(wallet))
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
