import type { Group, Row } from '../group.ts'
import budgets from '../budgets.json' with { type: 'json' }
import { buildModule, buildSite } from '../sizes/buildSite.ts'
import type { BuiltSite } from '../sizes/buildSite.ts'
import {
  dynamicModules,
  fetchedAtFirst,
  fetchedFor,
  isNamed,
  present,
  sizeOf,
} from '../sizes/fetched.ts'
import {
  account,
  beyondAccount,
  beyondActivity,
  beyondBuy,
  beyondSend,
  beyondSwap,
  buy,
  chosen,
  emailClient,
  features,
  modal,
  moments,
  momentsOfBitcoin,
  momentsOfPolkadot,
  momentsOfSolana,
  ofBitcoin,
  ofPolkadot,
  ofSolana,
  otherStages,
  queries,
  send,
  swap,
} from '../sizes/stages.ts'
import type { Moment, Stage } from '../sizes/stages.ts'

/** Code that is not the kit's: React, and the texts of the sample site. */
const foreign = [/^react(-dom)?(\/|$)/, /\/site\.ts$/]

/** Measures the files that a visit loads, at each stage. */
export const group: Group = {
  title: 'Sizes',
  how: `gzip -9 in kB of 1,000 bytes, React not counted. The kit as npm gets it, bundled and minified by Vite: \`tests/bench/sites/button.ts\`
and \`headless.ts\` without React and without Vite's own loader of chunks; \`kit.tsx\` and \`react.tsx\` as whole sites, loader
included. A moment counts every chunk that was fetched until then; a stage counts every chunk that it fetches, in full and
once, unless an earlier stage has brought it. The budgets are in \`tests/bench/budgets.json\`.`,
  async measure() {
    const button = await buildModule(new URL('../sites/button.ts', import.meta.url), foreign)
    const headless = await buildModule(new URL('../sites/headless.ts', import.meta.url), foreign)
    const solana = await buildModule(new URL('../sites/solana.ts', import.meta.url), foreign)
    const solanaButton = await buildModule(
      new URL('../sites/solanaButton.ts', import.meta.url),
      foreign,
    )
    const bitcoin = await buildModule(new URL('../sites/bitcoin.ts', import.meta.url), foreign)
    const bitcoinButton = await buildModule(
      new URL('../sites/bitcoinButton.ts', import.meta.url),
      foreign,
    )
    const polkadot = await buildModule(new URL('../sites/polkadot.ts', import.meta.url), foreign)
    const polkadotButton = await buildModule(
      new URL('../sites/polkadotButton.ts', import.meta.url),
      foreign,
    )
    const kit = await buildSite(new URL('../sites/kit.tsx', import.meta.url))
    const react = await buildSite(new URL('../sites/react.tsx', import.meta.url))
    return [
      ...momentRows(button, moments),
      row(
        'a whole site with them, over the same site with React alone',
        firstLoad(kit) - firstLoad(react),
      ),
      row(
        "`createKit` and `evm()` on first load, for an interface of one's own",
        firstLoad(headless),
      ),
      ...laterRows(button),
      row(
        "`createKit` and `solana()` on first load, for an interface of one's own",
        firstLoad(solana),
      ),
      ...stagesOf(solana, ofSolana),
      ...momentRows(solanaButton, momentsOfSolana, 'in a site with only `solana()`, '),
      row(
        "`createKit` and `bitcoin()` on first load, for an interface of one's own",
        firstLoad(bitcoin),
      ),
      ...stagesOf(bitcoin, ofBitcoin),
      ...momentRows(bitcoinButton, momentsOfBitcoin, 'in a site with only `bitcoin()`, '),
      row(
        "`createKit` and `polkadot()` on first load, for an interface of one's own",
        firstLoad(polkadot),
      ),
      ...stagesOf(polkadot, ofPolkadot),
      ...momentRows(polkadotButton, momentsOfPolkadot, 'in a site with only `polkadot()`, '),
      strangers('Solana', 'evm()', button, codeOf.solana),
      strangers('EVM', 'solana()', solanaButton, codeOf.evm),
      strangers('Bitcoin', 'evm()', button, codeOf.bitcoin),
      strangers('Bitcoin', 'solana()', solanaButton, codeOf.bitcoin),
      strangers('EVM', 'bitcoin()', bitcoinButton, codeOf.evm),
      strangers('Polkadot', 'evm()', button, codeOf.polkadot),
      strangers('Polkadot', 'solana()', solanaButton, codeOf.polkadot),
      strangers('Polkadot', 'bitcoin()', bitcoinButton, codeOf.polkadot),
      strangers('EVM', 'polkadot()', polkadotButton, codeOf.evm),
      strangers('Solana', 'polkadot()', polkadotButton, codeOf.solana),
      strangers('Bitcoin', 'polkadot()', polkadotButton, codeOf.bitcoin),
      // both find wallets by the Wallet Standard
      strangers('Solana', 'bitcoin()', bitcoinButton, { ...codeOf.solana, marks: /TokenkegQ/ }),
    ]
  },
}

const row = (label: string, bytes: number, budget?: number): Row => ({
  label,
  unit: 'kB',
  measured: bytes / 1_000,
  budget,
})
/** The code of each chain: the folder of its modules, and texts that only its code contains. */
const codeOf = {
  evm: {
    modules:
      /\/node_modules\/(?:viem|ox|abitype|wagmi|@wagmi)\/|\/kit\/dist\/(?:kit\/src\/chains\/)?evm[./]/,
    marks: /eip6963:|eth_sendTransaction"|0xa9059cbb/,
  },
  solana: {
    modules: /\/node_modules\/@solana|\/kit\/dist\/(?:kit\/src\/chains\/)?solana[./]/,
    marks: /wallet-standard:|TokenkegQ/,
  },
  bitcoin: {
    modules: /\/node_modules\/@scure\/btc-signer|\/kit\/dist\/(?:kit\/src\/chains\/)?bitcoin[./]/,
    marks: /btc_providers|bitcoin:connect/,
  },
  polkadot: {
    modules: /\/node_modules\/@polkadot-api\/|\/kit\/dist\/(?:kit\/src\/chains\/)?polkadot[./]/,
    marks: /injectedWeb3/,
  },
} as const

/** Finds the files of a site that contain code of a chain that the site does not use. */
function strangers(
  chain: string,
  has: string,
  site: BuiltSite,
  { modules, marks }: { modules: RegExp; marks: RegExp },
): Row {
  const found = site.files.filter(
    ({ name, content }) =>
      marks.test(content.toString()) ||
      site.chunks.get(name)?.modules.some((module) => modules.test(module)),
  )
  return {
    label: `files with code for ${chain} in a site with only \`${has}\``,
    unit: 'requests',
    measured: found.length,
    budget: 0,
  }
}

/** Rows with the size of all files fetched by each moment, then rows with their number. */
function momentRows(site: BuiltSite, listed: readonly Moment[], where = ''): readonly Row[] {
  return [
    ...listed.map(({ label, modules, budget }) =>
      row(`${where}by the time that ${label}`, sizeOf(site, momentOf(site, modules)), budget),
    ),
    ...listed.map(
      ({ label, modules, files }): Row => ({
        label: `${where}files fetched by the time that ${label}`,
        unit: 'requests',
        measured: momentOf(site, modules).size,
        budget: files,
      }),
    ),
  ]
}

function stagesOf(site: BuiltSite, stages: readonly Stage[]): readonly Row[] {
  const firstStage = fetchedFor(site, stages[0]?.modules ?? [])
  return stages.map(({ label, modules, budget }, index) =>
    row(
      label,
      sizeOf(
        site,
        fetchedFor(site, modules),
        fetchedAtFirst(site),
        ...(index === 0 ? [] : [firstStage]),
      ),
      budget,
    ),
  )
}

const momentOf = (site: BuiltSite, modules: readonly string[]) =>
  new Set([...fetchedAtFirst(site), ...fetchedFor(site, modules)])
const firstLoad = (site: BuiltSite) => sizeOf(site, fetchedAtFirst(site))

function laterRows(site: BuiltSite): readonly Row[] {
  const first = fetchedAtFirst(site)
  const shell = fetchedFor(site, modal)
  const shellAndQueries = fetchedFor(site, [...modal, ...queries])
  const connecting = fetchedFor(site, chosen)
  const over = (modules: readonly string[], ...before: readonly ReadonlySet<string>[]) =>
    sizeOf(site, fetchedFor(site, modules), first, shellAndQueries, connecting, ...before)
  const after = (before: readonly string[], modules: readonly string[]) =>
    over(modules, fetchedFor(site, [...present(site, account), ...before]))
  const stepOf =
    (feature: string, before: readonly string[], budget = budgets.screen) =>
    ([step, modules]: readonly [string, readonly string[]]) =>
      row(`feature \`${step}\`, over \`${feature}\``, after(before, modules), budget)
  const onTheChain = stepOf('swap', beyondAccount['swap'] ?? [], budgets.swapOnTheChain)
  const onTheScreen = stepOf('swap', swap)
  return [
    row('modal and Connect screen, on hover or open', sizeOf(site, shell, first)),
    row(
      'the same with TanStack Query, which the first balance fetches',
      sizeOf(site, shellAndQueries, first),
    ),
    row(
      'connecting, when a wallet is chosen',
      sizeOf(site, connecting, first, shellAndQueries),
      budgets.screen,
    ),
    row(`${emailClient.label}, over connecting`, over(emailClient.modules), emailClient.budget),
    ...Object.entries(features).map(([feature, modules]) =>
      row(`feature \`${feature}\`, over the modal`, over(modules), budgets.feature),
    ),
    ...Object.entries(beyondAccount)
      .filter(([, modules]) => present(site, modules).length > 0)
      .map(([feature, modules]) =>
        row(
          `feature \`${feature}\`, over the account`,
          after([], modules),
          feature === 'buy' ? budgets.buy : budgets.screen,
        ),
      ),
    ...Object.entries(beyondSend).map(stepOf('send', send)),
    ...Object.entries(beyondSwap).map((step) =>
      step[0].endsWith('does') ? onTheChain(step) : onTheScreen(step),
    ),
    ...Object.entries(beyondBuy).map(stepOf('buy', buy)),
    ...Object.entries(beyondActivity).map(stepOf('activity', beyondAccount['activity'] ?? [])),
    ...otherStages
      .filter(({ modules }) => present(site, modules).length > 0)
      .map(({ label, modules, budget }) => row(label, over(present(site, modules)), budget)),
    ...unnamed(site).map((module) =>
      row(`\`${module}\`, over the account`, after([], [module]), budgets.screen),
    ),
  ]
}

/**
 * Finds the modules that the site imports dynamically and that no table names. Each gets a row with
 * the budget of a screen.
 */
function unnamed(site: BuiltSite): readonly string[] {
  const named = [
    ...modal,
    ...queries,
    ...chosen,
    ...otherStages.flatMap(({ modules }) => modules),
    ...Object.values(features).flat(),
    ...Object.values(beyondAccount).flat(),
    ...Object.values(beyondSend).flat(),
    ...Object.values(beyondSwap).flat(),
    ...Object.values(beyondBuy).flat(),
    ...Object.values(beyondActivity).flat(),
    ...emailClient.modules,
  ]
  return dynamicModules(site)
    .filter((module) => !named.some((name) => isNamed(module, name)))
    .map((module) =>
      module
        .split('/')
        .slice(-3)
        .join('/')
        .replace(/\.\w+$/, ''),
    )
}
