import type { getWallets, WalletRow } from '@latchkey/protocol/walletList'
import type { InferOutput } from 'valibot'
import type { Listing } from './createListing.ts'
import type { Entry } from './readEntry.ts'

type Query = InferOutput<(typeof getWallets)['query']>
type Test = (entry: Entry) => boolean

/**
 * Answers a query for wallets. `count` is the number of matches on all pages together. Source:
 * docs/contracts/api.md#wallet-list
 */
export function findWallets(
  { entries, search }: Listing,
  query: Query,
): { count: number; data: readonly WalletRow[] } {
  const tests = testsOf(query)
  const text = query.search?.trim()
  const found = (text ? search(text) : entries).filter((entry) =>
    tests.every((test) => test(entry)),
  )
  const start = (query.page - 1) * query.entries
  return {
    count: found.length,
    data: found.slice(start, start + query.entries).map(({ row }) => row),
  }
}

function testsOf({
  include,
  exclude,
  chains,
  platform,
  badge_type,
  badge = badge_type,
  names,
  rdns,
}: Query): readonly Test[] {
  const tests: Test[] = []
  const isExcluded = isOneOf(exclude)
  if (include) tests.push(isOneOf(include))
  if (exclude) tests.push((entry) => !isExcluded(entry))
  if (chains) tests.push(speaks(chains.split(',')))
  if (platform) tests.push(hasApp[platform])
  if (badge) tests.push(({ row }) => (row.badge_type ?? 'none') === badge)
  if (names || rdns) tests.push(isInstalled(names, rdns))
  return tests
}

function isOneOf(list: string | undefined): Test {
  const wanted = wordsOf(list)
  // no address: ids and names of wallets
  return ({ row }) => wanted.has(row.id.toLowerCase()) || wanted.has(row.name.toLowerCase())
}

function isInstalled(names: string | undefined, rdns: string | undefined): Test {
  const [wantedNames, wantedRdns] = [wordsOf(names), wordsOf(rdns)]
  return ({ row }) =>
    wantedNames.has(row.name.toLowerCase()) || // no address: a name
    (row.rdns !== undefined && wantedRdns.has(row.rdns.toLowerCase())) // no address: a name
}

function speaks(networks: readonly string[]): Test {
  return ({ row, namespaces }) =>
    networks.some(
      (id) =>
        row.chains?.includes(id) || namespaces.some((namespace) => id.startsWith(`${namespace}:`)),
    )
}

const hasApp: Record<NonNullable<Query['platform']>, Test> = {
  ios: ({ row }) => Boolean(row.mobile_link ?? row.link_mode ?? row.app_store),
  android: ({ row }) => Boolean(row.mobile_link ?? row.link_mode ?? row.play_store),
}

function wordsOf(list = ''): ReadonlySet<string> {
  return new Set(
    list
      .toLowerCase() // no address: names
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  )
}
