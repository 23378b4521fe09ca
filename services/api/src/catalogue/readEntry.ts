import { isObject, partsOf } from '@latchkey/protocol/isObject'
import { namespaces as allNamespaces, type Namespace } from '@latchkey/protocol/namespace'
import { mainNetworks, walletRow, type WalletRow } from '@latchkey/protocol/walletList'
import * as v from 'valibot'

/** One wallet of the catalogue. */
export type Entry = {
  name: string
  row: WalletRow
  /**
   * Namespaces whose networks the wallet supports without exception. Empty where the catalogue
   * lists its networks one by one.
   */
  namespaces: readonly Namespace[]
  /** Name of its drawing. */
  icon: string | undefined
}

/** Paths of fields in a catalogue file that have another name in a row of the wallet list. */
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
/**
 * Whether a URL is the page of an app store. Catalogues list such pages as web apps, which they are
 * not.
 */
const isStore =
  /^https?:\/\/(chromewebstore\.google|chrome\.google|addons\.mozilla|apps\.apple|play\.google)\.com\//

/**
 * Reads one wallet, in the shape of a catalogue file or of the wallet list. Undefined without an id
 * or a name; all other invalid parts are left out.
 * @param rank the order of a row that has none
 * @param icons names of drawings, by the wallet's name in lower case, for a row that has none
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
  const icon = typeof given === 'string' ? given : icons.get(row.name.toLowerCase())
  // the client draws monograms itself, without a request
  row.image_id = icon === undefined ? undefined : row.id
  if (row.webapp_link && isStore.test(row.webapp_link)) delete row.webapp_link
  if (row.supports_wc === undefined && partOf(raw, 'mobile') !== undefined)
    row.supports_wc = takesLinks(row)
  return { name: row.name, row, namespaces, icon }
}

/**
 * The fields that have a value. A null of the wallet list does not hide the value at the file's
 * path.
 */
function known(raw: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(partsOf(raw)).filter(([, value]) => value !== null && value !== undefined),
  )
}

/**
 * Whether the wallet reads QR codes. A link in a catalogue file means that it does. An app without
 * a link may do so; an extension, or an app with its own browser, does not.
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
