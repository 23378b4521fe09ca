/**
 * The wallet list: one endpoint, and the rows of its answer. docs/contracts/api.md#wallet-list
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

/** An optional part of a row: a broken one counts as absent. */
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
/** A page that can be opened. */
const page = v.pipe(
  text,
  v.check((link) => isPageLink(link)),
)
/** The scheme of an app, such as `metamask://`, or a page that opens it. */
const app = v.pipe(
  text,
  v.check((link) => isAppLink(link) || isPageLink(link)),
)

/**
 * One wallet. Only `id` and `name` are always present. A part that is null, broken or unknown is
 * absent; a broken part never removes the row. `mobile_link` and `desktop_link` are app schemes,
 * or, like `link_mode`, https URLs that open the app. All of them accept `wc?uri=`. The stores are
 * pages from which the wallet can be installed.
 */
export const walletRow = v.object({
  id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(counts.walletId)),
  name,
  homepage: part(page),
  /** The id of its picture at `/getWalletImage/{image_id}`; absent without a picture. */
  image_id: part(v.pipe(text, v.maxLength(counts.walletId))),
  /** The URL of its picture, if it is elsewhere. */
  image_url: part(page),
  /** Rank, 1 is first. */
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
  /** The prefix of an address that opens a page inside the wallet's own browser. */
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
  /** The reverse domain name in its announcement. EIP-6963 */
  rdns: part(text),
  injected: part(
    listOf(v.object({ namespace: v.string(), injected_id: v.string() }), counts.walletChains),
  ),
  /** False for a wallet that can't be reached over WalletConnect. */
  supports_wc: part(v.boolean()),
})
export type WalletRow = v.InferOutput<typeof walletRow>

/**
 * Rows of an answer, up to the request's limit; a broken row is left out, without affecting the
 * others.
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
 * Wallets, in their order or, with `search`, the best match first.
 * docs/contracts/api.md#wallet-list
 * - `include`, `exclude`: ids and names in any case
 * - `chains`: a wallet supports at least one of them
 * - `platform`: a platform for which the wallet has an app
 * - `names`, `rdns`: those of installed wallets
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

/** One network of each namespace, which every wallet of the namespace supports. CAIP-2 ids. */
export const mainNetworks = /* @__PURE__ */ Object.fromEntries(
  namespaces.map((namespace) => [namespace, `${namespace}:${chainOf(namespace).mainNetwork}`]),
) as Readonly<Record<Namespace, string>> // one entry for each namespace
