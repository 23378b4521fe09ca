import { isObject, partsOf } from '@latchkey/protocol/isObject'
import { namespaces as allNamespaces, type Namespace } from '@latchkey/protocol/namespace'
import { mainNetworks, walletRow, type WalletRow } from '@latchkey/protocol/walletList'
import * as v from 'valibot'

/** One wallet of the catalogue. */
export type Entry = {
  name: string
  row: WalletRow
  /** Of which it speaks every network; empty where the catalogue names its networks one by one. */
  namespaces: readonly Namespace[]
  /** Name of its drawing. */
  icon: string | undefined
}

/** Where a catalogue file keeps what a row of the wallet list calls otherwise. */
const places: { readonly [part in keyof WalletRow]?: readonly [string, string?] } = {
  mobile_link: ['mobile', 'native'], link_mode: ['mobile', 'universal'], desktop_link: ['desktop', 'native'], webapp_link: ['desktop', 'universal'],
  in_app_browser: ['inAppBrowser'], app_store: ['stores', 'ios'], play_store: ['stores', 'android'], chrome_store: ['stores', 'chrome'],
  firefox_store: ['stores', 'firefox'], edge_store: ['stores', 'edge'], safari_store: ['stores', 'safari'], opera_store: ['stores', 'opera'],
  mac_store: ['stores', 'mac'], windows_store: ['stores', 'windows'], linux_store: ['stores', 'linux'], browser_store: ['stores', 'browser'],
}
/** A page that is no web app, although catalogues name it as one. */
const isStore = /^https?:\/\/(chromewebstore\.google|chrome\.google|addons\.mozilla|apps\.apple|play\.google)\.com\//

/**
 * Reads one wallet, in the shape of a catalogue file or of the wallet list; undefined for one without id or name. Whatever else is
 * broken in it is left out. `rank` stands in for an order that is missing, `icons` for the name of a drawing, by the wallet's in small letters.
 */
export function readEntry(raw: unknown, rank: number, icons: ReadonlyMap<string, string>): Entry | undefined {
  const listed = Object.fromEntries(Object.entries(places).map(([part, [outer, inner]]) => [part, inner ? partOf(partOf(raw, outer), inner) : partOf(raw, outer)]))
  const spoken = listOf(partOf(raw, 'namespaces'))
  const namespaces = allNamespaces.filter((namespace) => spoken.includes(namespace))
  const chains = partOf(raw, 'chains') ?? namespaces.map((namespace) => mainNetworks[namespace])
  const order = partOf(raw, 'order') ?? rank
  const parsed = v.safeParse(walletRow, { ...listed, ...known(raw), order, chains }, { abortEarly: true })
  if (!parsed.success) return undefined
  const row = parsed.output
  const given = partOf(raw, 'icon')
  const icon = typeof given === 'string' ? given : icons.get(row.name.toLowerCase())
  // what would be a monogram is drawn by the client, without asking for it
  row.image_id = icon === undefined ? undefined : row.id
  if (row.webapp_link && isStore.test(row.webapp_link)) delete row.webapp_link
  if (row.supports_wc === undefined && partOf(raw, 'mobile') !== undefined) row.supports_wc = takesLinks(row)
  return { name: row.name, row, namespaces, icon }
}

/** Only what is given: a null of the wallet list does not hide what a file keeps elsewhere. */
function known(raw: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(partsOf(raw)).filter(([, value]) => value !== null && value !== undefined))
}

/** In a catalogue file links are there for nothing else. An app without one may still read codes; an extension, or one with a browser of its own, does not. */
function takesLinks({ mobile_link, link_mode, desktop_link, webapp_link, in_app_browser, app_store, play_store }: WalletRow): boolean | undefined {
  if (mobile_link ?? link_mode ?? desktop_link ?? webapp_link) return true
  return (app_store ?? play_store) && !in_app_browser ? undefined : false
}

function partOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
