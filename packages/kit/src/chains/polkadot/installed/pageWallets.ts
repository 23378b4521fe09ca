import { announcedWallets } from '@latchkey/protocol/counts'
import { isObject } from '@latchkey/protocol/isObject'
import { partOf } from '../../../core/requests/readParts.ts'
import { readSafely } from '../../../core/requests/readSafely.ts'
import { cleanText } from '../../../core/text/cleanText.ts'
import { idOfName } from '../../../sources/installed/idOfName.ts'
import type { RegisteredWallet } from '../../../sources/installed/discoverWallets.ts'

/** The first part of the connector ids of Polkadot wallets. */
const prefix = 'polkadot'

/**
 * The names of known wallets, by their keys in `injectedWeb3`. A wallet that also takes the key of
 * Polkadot{.js}, so that older sites find it, is listed by its own key, so that key is the last.
 */
const names = new Map([
  ['talisman', 'Talisman'],
  ['subwallet-js', 'SubWallet'],
  ['polkagate', 'PolkaGate'],
  ['fearless-wallet', 'Fearless Wallet'],
  ['enkrypt', 'Enkrypt'],
  ['mimir', 'Mimir'],
  ['onekey', 'OneKey'],
  ['polkadot-js', 'Polkadot{.js}'],
])

/** The maximum number of keys of `injectedWeb3` that are read. */
const maxKeys = 1_000

/**
 * The Polkadot wallets of the page: the entries of `window.injectedWeb3`, known wallets first.
 * Entries are untrusted: reading a property may throw, and anything may be anywhere. The page or a
 * wallet may replace the whole object, so it is read anew each time.
 * https://github.com/polkadot-js/extension, `InjectedWindow`
 */
export function pageWallets(): readonly RegisteredWallet[] {
  const injected = partOf(globalThis.window, 'injectedWeb3')
  const keys = readSafely(
    () => (isObject(injected) ? Object.keys(injected).slice(0, maxKeys) : []),
    [],
  )
  const found: RegisteredWallet[] = []
  for (const key of [
    ...[...names.keys()].filter((name) => keys.includes(name)),
    ...keys.filter((name) => !names.has(name)),
  ]) {
    if (found.length >= announcedWallets) break
    const wallet = partOf(injected, key)
    if (!isObject(wallet) || !canConnect(wallet)) continue
    if (found.some((entry) => entry.wallet === wallet)) continue
    const { id, name } = identityOf(key)
    if (name !== '') found.push({ id: uniqueId(id, found), name, wallet })
  }
  return found
}

/** Whether this is the page inside Mimir, which shows sites in a frame of its own. */
export const isInMimir = (id: string): boolean =>
  id === `${prefix}.mimir` &&
  readSafely(() => globalThis.window.parent !== globalThis.window, false)

/** The older name of the function is `enable`; some wallets have only `connect`. */
const canConnect = (wallet: object) =>
  ['enable', 'connect'].some((name) => typeof partOf(wallet, name) === 'function')

function identityOf(key: string): { id: string; name: string } {
  // Nova Wallet's browser has the key of Polkadot{.js}
  if (
    key === 'polkadot-js' &&
    partOf(partOf(globalThis.window, 'walletExtension'), 'isNovaWallet') === true
  )
    return { id: `${prefix}.nova`, name: 'Nova Wallet' }
  const known = names.get(key)
  if (known !== undefined) return { id: `${prefix}.${key}`, name: known }
  const name = cleanText(key)
  return { id: idOfName(prefix, name), name }
}

/** Makes an id unique: adds a number if another wallet has the same id. */
function uniqueId(id: string, found: readonly RegisteredWallet[]): string {
  for (let number = 2, candidate = id; ; candidate = `${id}.${number++}`)
    if (!found.some((entry) => entry.id === candidate)) return candidate
}
