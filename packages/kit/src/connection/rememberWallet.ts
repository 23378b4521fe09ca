import type { Kit } from '../core/kit.ts'
import { storagePrefix } from '../core/storage.ts'
import type { RawStorage } from '../core/storage.ts'
import type { Wallet } from '../core/wallet.ts'
import { isSameApp } from './walletLinks.ts'
import type { WalletLinks } from './walletLinks.ts'

const openedKey = `${storagePrefix}walletconnect.deep-link`
const sessionKey = `${storagePrefix}walletconnect.app`

/** An app that was opened with a code, so that a later request can bring it to the front (spec section 4). */
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

/**
 * Keeps the app that a session is with, apart from those that later codes open: the one that was opened, or, as one code may have
 * opened several, the one that answered, where it says how it is reached. None where none was opened. Once for each session.
 */
export function rememberAnswer(storage: RawStorage, topic: string, answered: RememberedWallet): void {
  if (parse(storage, sessionKey)?.topic === topic) return
  const opened = rememberedWallet(storage)
  if (opened && (answered.native || answered.universal) && !isSameApp(opened, answered)) keep(storage, answered)
  storage.setItem(sessionKey, JSON.stringify({ topic, ...rememberedWallet(storage) }))
}

function keep(storage: RawStorage, wallet: RememberedWallet): void {
  storage.setItem(openedKey, JSON.stringify(wallet))
}

/** The app that was opened last, if any; broken content is none. */
export function rememberedWallet(storage: RawStorage): RememberedWallet | undefined {
  return toWallet(parse(storage, openedKey))
}

/** The app that a session is with, if it was opened here; broken content is none. */
export function appOfSession(storage: RawStorage, topic: string): RememberedWallet | undefined {
  const kept = parse(storage, sessionKey)
  return kept?.topic === topic ? toWallet(kept) : undefined
}

function toWallet({ name, native, universal }: Readonly<Record<string, unknown>> = {}): RememberedWallet | undefined {
  const link = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return typeof name === 'string' ? { name, native: link(native), universal: link(universal) } : undefined
}

function parse(storage: RawStorage, key: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? 'null')
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined // broken content
  }
}

/** Forgets the app that was opened last; the session that there is keeps its own. */
export function forgetWallet(storage: RawStorage): void {
  storage.removeItem(openedKey)
}

/** Forgets the app of a session that is over, and the one that was opened last. */
export function forgetSession(storage: RawStorage): void {
  storage.removeItem(sessionKey)
  forgetWallet(storage)
}
