import { isObject, partsOf } from '@latchkey/protocol/isObject'
import { namespaces as allNamespaces, type Namespace } from '@latchkey/protocol/namespace'
import { mainNetworks, walletRow, type WalletRow } from '@latchkey/protocol/walletList'
import * as v from 'valibot'

/** A wallet of the catalogue. */
export type Entry = {
  name: string
  row: WalletRow
  /**
   * Namespaces of which the wallet supports every network. Empty if the catalogue lists the
   * networks.
   */
  namespaces: readonly Namespace[]
  /** The name of the wallet's drawing. */
  icon: string | undefined
}

/** Fields that have another path in a catalogue file than in a row of the wallet list. */
const places: { readonly [part in keyof WalletRow]?: readonly [string, string?] } = {
  mobile_link: ['mobile', 'native'],
  link_mode: ['mobile', 'universal'],
  desktop_link: ['desktop', 'native'],
  webapp_link: ['desktop', 'universal'],
  in_app_browser: ['inAppBrowser'],
  app_store: ['stores', 'ios'],
  play_store: ['stores', 'android'],
  chrome_store: ['stores', 'chrome'],
  firefox_store: ['stores', 'firefox'],
  edge_store: ['stores', 'edge'],
  safari_store: ['stores', 'safari'],
  opera_store: ['stores', 'opera'],
  mac_store: ['stores', 'mac'],
  windows_store: ['stores', 'windows'],
  linux_store: ['stores', 'linux'],
  browser_store: ['stores', 'browser'],
}
/** Whether a URL leads to an app store. Some catalogues list such pages as web apps. */
const isStore =
  /^https?:\/\/(chromewebstore\.google|chrome\.google|addons\.mozilla|apps\.apple|play\.google)\.com\//

/**
 * Reads a wallet of a catalogue file or of a wallet list. Undefined if the id or the name is
 * missing; other invalid fields are left out.
 * @param rank the order of a wallet that states none
 * @param icons names of drawings by the wallet's name in lower case, for a wallet that states none
 */
export function readEntry(
  raw: unknown,
  rank: number,
  icons: ReadonlyMap<string, string>,
): Entry | undefined {
  const listed = Object.fromEntries(
    Object.entries(places).map(([part, [outer, inner]]) => [
      part,
      inner ? partOf(partOf(raw, outer), inner) : partOf(raw, outer),
    ]),
  )
  const spoken = listOf(partOf(raw, 'namespaces'))
  const namespaces = allNamespaces.filter((namespace) => spoken.includes(namespace))
  const chains = partOf(raw, 'chains') ?? namespaces.map((namespace) => mainNetworks[namespace])
  const order = partOf(raw, 'order') ?? rank
  const parsed = v.safeParse(
    walletRow,
    { ...listed, ...known(raw), order, chains },
    { abortEarly: true },
  )
  if (!parsed.success) return undefined
  const row = parsed.output
  const given = partOf(raw, 'icon')
  // no address: a name
  const icon = typeof given === 'string' ? given : icons.get(row.name.toLowerCase())
  // without an id the client draws a monogram itself, and sends no request
  row.image_id = icon === undefined ? undefined : row.id
  if (row.webapp_link && isStore.test(row.webapp_link)) delete row.webapp_link
  if (row.supports_wc === undefined && partOf(raw, 'mobile') !== undefined)
    row.supports_wc = takesLinks(row)
  return { name: row.name, row, namespaces, icon }
}

/**
 * The fields that have a value. Without this, a null of the wallet list would replace the value
 * from the catalogue file's path.
 */
function known(raw: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(partsOf(raw)).filter(([, value]) => value !== null && value !== undefined),
  )
}

/**
 * Whether the wallet can connect by a QR code. If the catalogue file has a link, it can. An app
 * without a link is unknown; an extension, or an app with its own browser, cannot.
 */
function takesLinks({
  mobile_link,
  link_mode,
  desktop_link,
  webapp_link,
  in_app_browser,
  app_store,
  play_store,
}: WalletRow): boolean | undefined {
  if (mobile_link ?? link_mode ?? desktop_link ?? webapp_link) return true
  return (app_store ?? play_store) && !in_app_browser ? undefined : false
}

function partOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
