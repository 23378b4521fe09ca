/**
 * The list of wallets: its endpoint, and the rows of the answer. docs/contracts/api.md#wallet-list
 */
import * as v from 'valibot'
import type { Endpoint } from './api.ts'
import { isNetworkId } from './caip.ts'
import { chainOf } from './chains/registry.ts'
import { counts } from './limits.ts'
import { isAppLink, isPageLink } from './links.ts'
import { listOf } from './listOf.ts'
import { namespaces } from './namespace.ts'
import type { Namespace } from './namespace.ts'
import { withoutUnseen } from './unseen.ts'

const name = v.pipe(
  v.string(),
  v.transform((text) =>
    withoutUnseen(
      Array.from(withoutUnseen(text.slice(0, 4 * counts.foreignName)).trim())
        .slice(0, counts.foreignName)
        .join(''),
    ),
  ),
  v.nonEmpty(),
)

/** An optional part of a row. If it is broken, it counts as absent. */
/* @__NO_SIDE_EFFECTS__ */
function part<const schema extends v.GenericSchema>(schema: schema) {
  return v.fallback(
    v.optional(
      v.union([
        schema,
        v.pipe(
          v.null(),
          v.transform(() => undefined),
        ),
      ]),
    ),
    undefined,
  )
}

const text = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(counts.walletLink))
/** A link to a page. */
const page = v.pipe(
  text,
  v.check((link) => isPageLink(link)),
)
/** The scheme of an app, such as `metamask://`, or a page that opens the app. */
const app = v.pipe(
  text,
  v.check((link) => isAppLink(link) || isPageLink(link)),
)

/**
 * One wallet. Only `id` and `name` are always present. A part that is null, broken or unknown
 * counts as absent, and never removes the row. `mobile_link` and `desktop_link` are schemes of apps
 * or, like `link_mode`, https URLs that open the app. All three accept `wc?uri=`. The store links
 * are pages from which the wallet can be installed.
 */
export const walletRow = v.object({
  id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(counts.walletId)),
  name,
  homepage: part(page),
  /**
   * The id of the wallet's picture at `/getWalletImage/{image_id}`; absent if it has none there.
   */
  image_id: part(v.pipe(text, v.maxLength(counts.walletId))),
  /** The URL of the wallet's picture, if it is elsewhere. */
  image_url: part(page),
  /** The rank of the wallet; 1 is the first. */
  order: part(v.pipe(v.number(), v.finite())),
  badge_type: part(v.picklist(['certified'])),
  /** CAIP-2 ids. */
  chains: part(
    v.pipe(
      v.array(v.unknown()),
      v.transform((ids) =>
        ids
          .slice(0, 4 * counts.walletChains)
          .filter((id): id is string => isNetworkId(id))
          .slice(0, counts.walletChains),
      ),
    ),
  ),
  mobile_link: part(app),
  link_mode: part(page),
  desktop_link: part(app),
  webapp_link: part(page),
  /** A URL that opens a page inside the wallet's own browser; the page's URL is appended. */
  in_app_browser: part(page),
  app_store: part(page),
  play_store: part(page),
  chrome_store: part(page),
  firefox_store: part(page),
  edge_store: part(page),
  safari_store: part(page),
  opera_store: part(page),
  mac_store: part(page),
  windows_store: part(page),
  linux_store: part(page),
  browser_store: part(page),
  /** The reverse domain name with which the wallet announces itself. EIP-6963 */
  rdns: part(text),
  injected: part(
    listOf(v.object({ namespace: v.string(), injected_id: v.string() }), counts.walletChains),
  ),
  /** False if the wallet cannot be reached over WalletConnect. */
  supports_wc: part(v.boolean()),
})
export type WalletRow = v.InferOutput<typeof walletRow>

/**
 * The rows of an answer, up to the limit of the request. A broken row is left out; the others stay.
 */
const walletRows = v.pipe(
  v.array(v.unknown()),
  v.transform((rows) =>
    rows.slice(0, counts.walletSearchPage).flatMap((row): WalletRow[] => {
      const parsed = v.safeParse(walletRow, row)
      return parsed.success ? [parsed.output] : []
    }),
  ),
)

/** A whole number in a query, from 1 to `max`. */
/* @__NO_SIDE_EFFECTS__ */
function count(max: number) {
  return v.pipe(
    v.union([v.number(), v.string()]),
    v.transform(String),
    v.regex(/^\d{1,9}$/, 'Expected a whole number'),
    v.transform(Number),
    v.minValue(1, 'Expected 1 or more'),
    v.maxValue(max, `Expected ${max} or less`),
  )
}

const short = v.pipe(v.string(), v.maxLength(counts.walletSearch, 'Too long'))
const list = v.pipe(
  v.string(),
  v.maxLength(counts.walletIds * counts.walletId, 'Too long'),
  v.check((ids) => ids.split(',').length <= counts.walletIds, 'Too many'),
)
const chains = v.pipe(
  list,
  v.check((ids) => ids === '' || ids.split(',').every(isNetworkId), 'Invalid CAIP Address'),
)
const badge = v.picklist(['none', 'certified'], 'Expected none or certified')

/**
 * The wallets in their order. With `search`, the best match comes first.
 * docs/contracts/api.md#wallet-list
 * - `include`, `exclude`: ids and names in any case
 * - `chains`: the wallet must support at least one of these networks
 * - `platform`: the wallet must have an app for this platform
 * - `names`, `rdns`: of the wallets that are installed
 * - `count` of the answer: the number of matches on all pages
 */
export const getWallets = {
  method: 'GET',
  path: '/getWallets',
  query: v.object({
    projectId: v.optional(v.pipe(v.string(), v.maxLength(64))),
    st: v.optional(v.pipe(v.string(), v.maxLength(64))),
    sv: v.optional(v.pipe(v.string(), v.maxLength(64))),
    page: v.optional(count(1_000_000), 1),
    entries: v.optional(count(counts.walletSearchPage), counts.walletPage),
    search: v.optional(short),
    include: v.optional(list),
    exclude: v.optional(list),
    chains: v.optional(chains),
    badge_type: v.optional(badge),
    badge: v.optional(badge),
    platform: v.optional(v.picklist(['ios', 'android'], 'Expected ios or android')),
    names: v.optional(list),
    rdns: v.optional(list),
    include_pay_only: v.optional(v.picklist(['true', 'false'], 'Expected true or false')),
    sort: v.optional(v.picklist(['default', 'wcpay'], 'Expected default or wcpay')),
  }),
  body: v.optional(v.undefined()),
  answer: v.object({ count: v.pipe(v.number(), v.integer(), v.minValue(0)), data: walletRows }),
} as const satisfies Endpoint

/** The main network of each namespace, which every wallet of the namespace supports. CAIP-2 ids. */
export const mainNetworks = /* @__PURE__ */ Object.fromEntries(
  namespaces.map((namespace) => [namespace, `${namespace}:${chainOf(namespace).mainNetwork}`]),
) as Readonly<Record<Namespace, string>> // there is an entry for each namespace
