/** A page of the site: its Markdown file, and its name in the navigation. */
export type PageEntry = { file: string; title: string }

/** The pages below one heading of the navigation. */
export type PageGroup = { title: string; pages: readonly PageEntry[] }

/**
 * The pages in the order of the navigation. Every file of `docs/` is listed, except the files for
 * contributors (`offSite` and `docs/contracts`). Of other folders, only the files that are pages
 * are listed. A page's address is its file's name: `docs/guide.md` becomes `guide.html`.
 */
export const groups: readonly PageGroup[] = [
  {
    title: 'Start',
    pages: [
      { file: 'docs/start.md', title: 'Five minutes' },
      { file: 'docs/guide.md', title: 'Guide' },
      { file: 'docs/frameworks.md', title: 'Frameworks' },
    ],
  },
  {
    title: 'Guides',
    pages: [
      { file: 'docs/siwx.md', title: 'Sign in with a wallet' },
      { file: 'docs/headless.md', title: 'An interface of your own' },
      { file: 'docs/testing.md', title: 'Testing' },
    ],
  },
  {
    title: 'Chains',
    pages: [
      { file: 'docs/transactions.md', title: 'Transactions' },
      { file: 'docs/solana.md', title: 'Solana' },
      { file: 'docs/bitcoin.md', title: 'Bitcoin' },
      { file: 'docs/polkadot.md', title: 'Polkadot' },
      { file: 'docs/ens.md', title: 'ENS' },
    ],
  },
  {
    title: 'Features',
    pages: [
      { file: 'docs/embedded.md', title: 'E-mail wallet' },
      { file: 'docs/accounts.md', title: 'Smart accounts' },
      { file: 'docs/sessions.md', title: 'Permissions' },
      { file: 'docs/recovery.md', title: 'Recovery' },
      { file: 'docs/swap.md', title: 'Swapping' },
      { file: 'docs/onramp.md', title: 'Buying' },
      { file: 'docs/names.md', title: 'Names' },
    ],
  },
  {
    title: 'Moving from',
    pages: [
      { file: 'docs/from-rainbowkit.md', title: 'RainbowKit' },
      { file: 'docs/from-connectkit.md', title: 'ConnectKit' },
      { file: 'docs/from-appkit.md', title: 'AppKit' },
    ],
  },
  {
    title: 'Operators',
    pages: [
      { file: 'docs/operators.md', title: 'Hosting' },
      { file: 'services/api/README.md', title: 'API' },
      { file: 'services/relay/README.md', title: 'Relay' },
      { file: 'services/sandbox/README.md', title: 'Sandbox' },
      { file: 'services/wallet/README.md', title: 'E-mail wallet’s service' },
    ],
  },
]

/**
 * Returns the address of a page, relative to all other pages: `guide.html`. The address of a README
 * is its folder's name: `services/api/README.md` becomes `api.html`.
 */
export function addressOf(file: string): string {
  const [, folder = '', name = ''] = /([^/]+)\/([^/]+)\.md$/.exec(file) ?? []
  // for example, docs/embedded.md (the e-mail wallet) becomes embedded.html
  return `${name === 'README' ? folder : name}.html`
}

/** Files of `docs/` that are for contributors, so they are not on the site. */
const offSite: readonly string[] = ['docs/architecture.md', 'docs/glossary.md']

/**
 * Returns the files of `docs/` that are in no group, and files that are in two groups.
 * @param present the Markdown files of `docs/`, as `docs/guide.md`
 */
export function faultsOfTable(present: readonly string[]): readonly string[] {
  const listed = groups.flatMap(({ pages }) => pages.map(({ file }) => file))
  const missing = present
    .filter((file) => !listed.includes(file) && !offSite.includes(file))
    .map((file) => `${file} is in no group of apps/docs/src/site/pages.ts`)
  const twice = listed
    .filter((file, at) => listed.indexOf(file) !== at)
    .map((file) => `${file} is in apps/docs/src/site/pages.ts twice`)
  return [...missing, ...twice]
}
