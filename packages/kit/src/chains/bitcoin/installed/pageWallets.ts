import { announcedWallets } from '@latchkey/protocol/counts'
import { isObject } from '@latchkey/protocol/isObject'
import { listIn, partOf } from '../../../core/requests/readParts.ts'
import { cleanIcon, cleanText } from '../../../core/text/cleanText.ts'
import { idOfName } from '../../../sources/installed/idOfName.ts'
import type { RegisteredWallet } from '../../../sources/installed/discoverWallets.ts'
import { prefix } from './bitcoinWallets.ts'

/** A wallet of the page, and the interface that it has. */
export type FoundWallet = RegisteredWallet & { dialect: 'standard' | 'satsConnect' | 'unisat' }

/** Places of wallets that may not be in a list of the page, with their names. */
const places = [
  ['XverseProviders.BitcoinProvider', 'Xverse'],
  ['LeatherProvider', 'Leather'],
  ['okxwallet.bitcoin', 'OKX Wallet'],
  ['wizz', 'Wizz Wallet'],
  ['magicEden.bitcoin', 'Magic Eden'],
  ['unisat', 'UniSat Wallet'],
] as const

/** The lists in which wallets of sats-connect enter themselves. WBIP004 */
const lists = ['btc_providers', 'wbip_providers'] as const

/** The maximum length of the path to a wallet, in characters. */
const maxPath = 100

/**
 * All Bitcoin wallets of the page. One wallet may have several interfaces: it is listed once, by
 * the first of
 * - the Wallet Standard (`registered`)
 * - the page's lists of sats-connect
 * - a known place
 *
 * Entries are untrusted: reading a property may throw.
 */
export function pageWallets(registered: readonly RegisteredWallet[]): readonly FoundWallet[] {
  const found: FoundWallet[] = registered.flatMap(readRegistered)
  const paths = new Set<string>()
  const add = (path: string, name: string, icon?: string) => {
    const wallet = atPath(path)
    const id = idOfName(prefix, name)
    if (!wallet || paths.has(path) || found.length >= announcedWallets) return
    if (found.some((entry) => entry.id === id || entry.wallet === wallet)) return
    const dialect = dialectOf(wallet)
    if (!dialect) return
    paths.add(path)
    found.push({ id, name, ...(icon !== undefined && { icon }), wallet, dialect })
  }
  for (const list of lists)
    for (const entry of listIn(partOf(globalThis.window, list), announcedWallets)) {
      const [path, name] = [partOf(entry, 'id'), cleanText(partOf(entry, 'name'))]
      if (typeof path === 'string' && path.length <= maxPath && name !== '')
        add(path, name, cleanIcon(partOf(entry, 'icon')))
    }
  for (const [path, name] of places) add(path, name)
  return found
}

/** The interface of a registered wallet. `sats-connect:` is a feature of Magic Eden's. */
function readRegistered(registered: RegisteredWallet): readonly FoundWallet[] {
  const features = partOf(registered.wallet, 'features')
  if (isObject(partOf(features, 'bitcoin:connect'))) return [{ ...registered, dialect: 'standard' }]
  const provider = partOf(partOf(features, 'sats-connect:'), 'provider')
  return isObject(provider) && dialectOf(provider) === 'satsConnect'
    ? [{ ...registered, wallet: provider, dialect: 'satsConnect' }]
    : []
}

/** The object at a path of the page, such as `XverseProviders.BitcoinProvider`. */
function atPath(path: string): object | undefined {
  const found = path
    .split('.')
    .reduce<unknown>((value, name) => partOf(value, name), globalThis.window)
  return isObject(found) ? found : undefined
}

/** The interface of a wallet, by its functions. Undefined if it has none that the kit knows. */
function dialectOf(wallet: object): 'satsConnect' | 'unisat' | undefined {
  if (typeof partOf(wallet, 'requestAccounts') === 'function') return 'unisat'
  return typeof partOf(wallet, 'request') === 'function' ? 'satsConnect' : undefined
}
