import { isObject } from '@latchkey/protocol/isObject'
import type { Kit } from '../../core/kit/kit.ts'
import { readStored, writeStored } from '../../core/storage/storage.ts'
import type { RawStorage } from '../../core/storage/storage.ts'
import type { Wallet } from '../../core/contracts/wallet.ts'
import { isSameApp } from './walletLinks.ts'
import type { WalletLinks } from './walletLinks.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * The maximal number of sessions whose apps are stored. Without it, sessions that expire between
 * visits would stay forever, because the client never reports their end.
 */
const maxSessions = 20

/** An app that was opened with a code. A later request can bring it to the front. */
export type RememberedWallet = WalletLinks & { name: string }

/**
 * Stores the app that a visitor opens. Call it when the visitor taps a link of `appLink`. Until the
 * session ends, later requests to sign or send bring the app to the front again. If the page is
 * reloaded while the app is open, it looks for the app's answer.
 * @example <a href={link.href} onClick={() => rememberWallet(kit, wallet)}>Open {wallet.name}</a>
 */
export function rememberWallet(
  kit: Kit,
  { name, mobile_link, link_mode }: Pick<Wallet, 'name' | 'mobile_link' | 'link_mode'>,
): void {
  const context = contextOf(kit)
  store(context.storage.raw, { name, native: mobile_link, universal: link_mode })
  context.storage.set('connection-status', 'connected')
}

/**
 * Stores the app of a session, once: later codes that open other apps do not change it. One code
 * may have opened several apps, so it stores the app that answered if that app reports its links,
 * else the app that was opened. If no app was opened, it stores the session without an app.
 */
export function rememberAnswer(
  storage: RawStorage,
  topic: string,
  answered: RememberedWallet,
): void {
  if (appsOf(storage).some((app) => app.topic === topic)) return
  const opened = rememberedWallet(storage)
  if (opened && (answered.native || answered.universal) && !isSameApp(opened, answered))
    store(storage, answered)
  writeStored(
    storage,
    'walletconnect.app',
    [...appsOf(storage), { topic, ...rememberedWallet(storage) }].slice(-maxSessions),
  )
}

/**
 * The apps of sessions, the oldest first. An earlier version of the kit stored a single app, which
 * is read as a list of one.
 */
function appsOf(storage: RawStorage): readonly Readonly<Record<string, unknown>>[] {
  return [readStored(storage, 'walletconnect.app')].flat().filter(isObject)
}

function store(storage: RawStorage, wallet: RememberedWallet): void {
  writeStored(storage, 'walletconnect.deep-link', wallet)
}

/** The app that was opened last. Undefined without one, and for invalid content. */
export function rememberedWallet(storage: RawStorage): RememberedWallet | undefined {
  const opened = readStored(storage, 'walletconnect.deep-link')
  return isObject(opened) ? toWallet(opened) : undefined
}

/** The app of a session, if it was opened here. Undefined for invalid content. */
export function appOfSession(storage: RawStorage, topic: string): RememberedWallet | undefined {
  const stored = appsOf(storage).find((app) => app.topic === topic)
  return stored && toWallet(stored)
}

function toWallet({
  name,
  native,
  universal,
}: Readonly<Record<string, unknown>>): RememberedWallet | undefined {
  const link = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return typeof name === 'string'
    ? { name, native: link(native), universal: link(universal) }
    : undefined
}

/** Forgets the app that was opened last. The apps of existing sessions stay. */
export function forgetWallet(storage: RawStorage): void {
  writeStored(storage, 'walletconnect.deep-link', undefined)
}

/** Forgets the app that was opened last. An app with this name stays: its code is shown again. */
export function forgetOtherWallet(storage: RawStorage, name: string | undefined): void {
  if (rememberedWallet(storage)?.name !== name) forgetWallet(storage)
}

/** Forgets the app of an ended session, and the app that was opened last. */
export function forgetSession(storage: RawStorage, topic: string): void {
  const others = appsOf(storage).filter((app) => app.topic !== topic)
  writeStored(storage, 'walletconnect.app', others.length > 0 ? others : undefined)
  forgetWallet(storage)
}
