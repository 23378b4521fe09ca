import { locales } from 'latchkey'

/**
 * Modules whose dynamic imports a visit follows together, named by the ends of their paths in the
 * kit.
 */
export type Stage = { label: string; modules: readonly string[]; budget?: number }

/**
 * A stage with its max number of fetched files, the page's own included: on a slow phone each file
 * is a round trip.
 */
export type Moment = Stage & { budget: number; files: number }

/**
 * Fetched when the pointer, a finger or the focus comes to the button, and when the modal opens.
 */
export const modal: readonly string[] = ['later/modal', 'later/session/flow']

/** Fetched by the first screen that asks a service or a chain. */
export const queries: readonly string[] = ['core/queries/createQueries']

/** Fetched when a wallet is chosen, at the latest; what follows counts from there. */
export const chosen: readonly string[] = ['later/react/features/connecting', 'later/session']

/**
 * Features beyond connecting, with the chunks that each fetches. Each is weighed with the manifests
 * of all features, which grow with every feature: 0.8 kB more than a screen.
 */
export const features: { readonly [feature: string]: readonly string[] } = {
  account: ['later/manifests', 'later/react/features/account', 'later/connected'],
  networks: ['later/manifests', 'later/react/features/networks'],
  'signing in': ['later/manifests', 'later/react/features/siwx'],
}

/** Modules that the Account screen fetches. Every screen after it has them already. */
export const account: readonly string[] = [
  'later/manifests',
  'later/react/features/account',
  'later/connected',
  'later/domains/balances',
  'later/chains/evm/assets',
]

/** Features that are reached from the Account screen alone, with the chunks that each fetches. */
export const beyondAccount: { readonly [feature: string]: readonly string[] } = {
  tokens: ['later/react/features/account/tokens'],
  nfts: ['later/react/features/account/nfts', 'later/domains/nfts'],
  activity: ['later/react/features/account/activity'],
  'notices on the page': ['later/react/notices'],
  buy: ['later/react/features/onramp'],
  send: ['later/react/features/send'],
  swap: ['later/react/features/swap'],
  receive: ['later/react/features/receive'],
  contacts: ['later/react/features/contacts'],
  'a name': ['later/react/features/names', 'later/domains/names'],
  'news of a block': ['later/domains/balances/watch'],
}

/** Modules that the first screen of sending fetches. Every screen after it has them already. */
export const send: readonly string[] = [
  'later/react/features/send',
  'later/domains/send/costs',
  'later/chains/evm/addresses',
  'later/chains/evm/send',
]

/** What sending fetches once something is entered: after its first screen alone. */
export const beyondSend: { readonly [step: string]: readonly string[] } = {
  'send, a name': ['later/core/names'],
  'send, review': ['later/react/features/send/review', 'later/domains/send/counterparties'],
  'send, the way to mined': [
    'later/react/features/send/progress',
    'core/transactions/watchTransaction',
  ],
}

/** Modules that the first screen of swapping fetches. Every screen after it has them already. */
export const swap: readonly string[] = ['later/react/features/swap', 'later/chains/evm/swap']

/** What swapping fetches once something is chosen: after its first screen alone. */
export const beyondSwap: { readonly [step: string]: readonly string[] } = {
  'swap, what the chain does': ['later/chains/evm/swap'],
  'swap, all tokens': ['later/react/features/swap/tokens'],
  'swap, review': ['later/react/features/swap/review'],
  'swap, the way to mined': [
    'later/react/features/swap/progress',
    'core/transactions/watchTransaction',
  ],
}

/** What the first screen of buying fetches by itself. */
export const buy: readonly string[] = ['later/react/features/onramp']

/** What buying fetches beyond its first screen. */
export const beyondBuy: { readonly [step: string]: readonly string[] } = {
  'buy, another token or currency': ['later/react/features/onramp/select'],
  'buy, the way to the account': [
    'later/react/features/onramp/order',
    'later/domains/onramp/order',
  ],
}

/** Modules that the details of an entry of the activity add to the list. */
export const beyondActivity: { readonly [step: string]: readonly string[] } = {
  'activity, one transaction': ['later/react/features/account/activity/transaction'],
}

/** kB that any one screen more may weigh. */
export const screenBudget = 16.6

/** The part of a budget that stays free. */
export const room = 0.05

/**
 * Files that a login by e-mail adds to the button and the modal, with their imports. The screens
 * and the frame's own code, which is of another origin, are not counted. kB:
 * - 10 for the login
 * - 0.7 for the redirect to the wallet's page where windows are impossible
 * - 0.05 for a second handshake after a lost answer of the frame
 * - 1.3 for pages that lose their windows, the frame's border, and the wallet's picture
 * - 0.6 for the account's user, and for the text before the redirect
 */
export const emailClient: Stage = {
  label: 'the client part of a login by e-mail',
  modules: ['dist/later/sources/embedded', 'later/sources/embedded/email'],
  budget: 13.1,
}

const chosenWallet = [...modal, ...chosen, 'later/chains/evm']

/**
 * Files that a visitor has fetched by a moment, counted from the beginning. Budgets in kB. They
 * include 0.1 of the button, and 0.2 to 0.4 later, for logins in the wallet's own window and for
 * max amounts of swap contracts.
 */
export const moments: readonly Moment[] = [
  // kB beyond the first plan of 10:
  // - 5.8 for URLs, press faults, fault boundaries, wallet sources, known wallets, capabilities of
  //   chains, address forms, names of stored values, and events of screens
  // - 0.3 for logins as a wallet source, and 0.7 for logins at companies
  // - 0.2 for signing in: its option, and its watch of the account
  // - 0.1 for names: their option, and the account's name on the button
  // - 0.1 for swaps: their errors and stored orders
  // - 0.15 for purchases of an earlier visit
  // - 0.1 for Solana: its errors and hashes
  // - 1.4 for the button's balance, network, widths and sizes, and the data of a site's own button
  // - 0.1 for notices of transactions, and 0.1 for the warning about a kit per render
  // - 0.8 for twelve more languages, two texts of the button each
  // - 0.3 for options: groups of wallets, a sentence and a page of the site's own
  // - 0.3 for the account in server rendering
  // - 0.15 for approvals by redirect
  // - 0.85 for checks of options and names, wallets that announce late, and hashes of 64 digits
  // - 0.2 for an account's user, `updateEmail`, and invisible letters in names
  { label: 'the button is ready', modules: [], budget: 18.95, files: 1 },
  // kB beyond the first plan of 45:
  // - 5 for the button, and one line for each language
  // - 0.2 for the stored name of an earlier visit, and 0.1 for signing in as a phone connects
  // - 0.2 for swaps, 0.2 for buying, and 0.4 for Solana wallets in two namespaces
  // - 0.4 for a connection in one namespace next to accounts of others
  // - 0.2 for screens that a site opens with parameters, and names without services
  // - 0.8 for languages, as for the button
  // - 0.6 for groups of wallets and their headings
  // - 0.05 for two panes, and 0.15 for approvals by redirect
  // - 2.2 for the checks of the button, the modal's border, reserved space from the first frame,
  //   and screens that cross-fade
  // - 0.4 for the login used last, focus traps of the page, and windows of wallets in the page
  {
    label: 'the first wallet row shows',
    modules: [...modal, 'later/domains/wallets'],
    budget: 58,
    files: 15,
  },
  // kB beyond the first plan of 70: manifests of all features, capabilities of chains in files of
  // their own, and the removal of gate decisions at disconnect. Further:
  // - 0.3 for pictures requested again after an error, and for absent wallets
  // - 0.9 for logins, 1.7 for logins at companies, and 0.5 for signing in
  // - 0.6 for names, 0.1 for signing in at connect, 0.8 for swaps, and 1.1 for buying
  // - 0.7 and one file for Solana
  // - 0.1 for replaced transactions
  // - 2.4 and three files for the button's name and balance
  // - 0.4 for a connection in one namespace next to accounts of others
  // - 1.0 and one file for actions without React: answers, history, wallets
  // - 0.15 for approvals by redirect, and 0.1 for swap parameters of a site and two panes
  // - 4.3 and one file for the checks of the first row, wallets' error texts, fees of rollups, and
  //   the state of a transaction
  // - 1.6 for tabs that stay mounted, pictures of known tokens, and more wallet texts
  // - two files for a new request to the wallet after a page returns from the bfcache
  // - 0.2 for parts that the e-mail wallet's page is drawn with, too
  {
    label: "an installed wallet's account shows",
    modules: [
      ...chosenWallet,
      'later/manifests',
      'later/react/features/account',
      'later/connected',
    ],
    budget: 95.8,
    files: 38,
  },
  // kB beyond the first plan of 75: limits for untrusted answers, fault boundaries of screens,
  // manifests of all features, and the features' needs of a chain. Further:
  // - 0.6 for logins, 1.3 for logins at companies, 0.5 for signing in, and 0.5 for names
  // - 0.6 for a code that connects and signs in at once
  // - 0.5 for swaps, 0.6 for buying, and 0.6 for Solana
  // - 0.3 for batches of calls, whose support is stored with a phone's session
  // - 0.4 for a connection in one namespace next to accounts of others
  // - 0.1 for the option of two panes and its width, and 0.15 for approvals by redirect
  // - 2.8 as for the account
  // - 1.4 for the relay's time, which dates a code where the visitor's clock is wrong
  {
    label: 'the QR code shows',
    modules: [
      ...modal,
      ...chosen,
      'later/manifests',
      'later/chains/evm/remote',
      'later/sources/phones',
      'later/react/features/connecting/scan',
      'later/sources/walletconnect',
      'later/ui/src/code',
    ],
    budget: 103.7,
    files: 27,
  },
]

const chosenOnSolana = [...modal, ...chosen, 'later/chains/solana']

/**
 * The same for a site with `solana()` alone: a kB more at first, as the wallets of the Wallet
 * Standard are found by that code, two of one name apart, and what wallets give is read within
 * limits of the page's own.
 */
export const momentsOfSolana: readonly Moment[] = [
  { label: 'the button is ready', modules: [], budget: 20.55, files: 1 },
  {
    label: 'the first wallet row shows',
    modules: [...modal, 'later/domains/wallets'],
    budget: 59.2,
    files: 15,
  },
  {
    label: "an installed wallet's account shows",
    modules: [
      ...chosenOnSolana,
      'later/manifests',
      'later/react/features/account',
      'later/connected',
    ],
    budget: 96.4,
    files: 37,
  },
  {
    label: 'the QR code shows',
    modules: [
      ...modal,
      ...chosen,
      'later/manifests',
      'later/chains/solana/remote',
      'later/sources/phones',
      'later/react/features/connecting/scan',
      'later/sources/walletconnect',
      'later/ui/src/code',
    ],
    budget: 106.6,
    files: 28,
  },
]

/**
 * The texts of each language except English, which is in the code: one file. 17.9 kB, not the first
 * plan's 8: there are nine hundred texts, and letters of Cyrillic and Hindi take two and three
 * bytes.
 */
const languages = locales
  .filter((locale) => locale !== 'en')
  .map(
    (locale): Stage => ({
      label: `texts in \`${locale}\``,
      modules: [`later/locales/${locale}`],
      budget: 17.9,
    }),
  )

/** What has a row of its own, as far as the kit has it. */
export const otherStages: readonly Stage[] = [
  ...languages,
  {
    label: 'names of all texts, only where `debug` is on and the site has its own',
    modules: ['react/texts', 'later/words'],
  },
  {
    label: 'the wide modal, only where the site wants it',
    modules: [...modal, 'later/react/panes', 'later/react/features/help'],
    budget: 9.8,
  },
  { label: 'EVM engine, when a wallet is first needed', modules: ['later/chains/evm'] },
  {
    label: 'WalletConnect, at the first QR code',
    modules: [
      'later/sources/phones',
      'later/react/features/connecting/scan',
      'later/sources/walletconnect',
    ],
  },
  {
    label: 'signing in with the first tap of a phone, what it shares with WalletConnect included',
    modules: ['later/sources/walletconnect/authentication'],
  },
  {
    label: 'cryptography in JavaScript, only for browsers that lack an algorithm',
    modules: ['later/sources/walletconnect/crypto/noble'],
  },
]

/**
 * Files that a site for Solana fetches: the engine in addition to its first load, the others in
 * addition to the engine. `@solana/kit` is counted, although most Solana sites have it already.
 */
export const ofSolana: readonly Stage[] = [
  {
    label: 'Solana engine, when a wallet is first needed',
    modules: ['later/chains/solana'],
    budget: 25.3,
  },
  { label: 'Solana, balances and tokens', modules: ['later/chains/solana/assets'], budget: 2 },
  {
    label: 'Solana, sending, with what it uses of `@solana/kit`',
    modules: ['later/chains/solana/send'],
    budget: 15.5,
  },
  {
    label: 'Solana, following what was sent',
    modules: ['later/chains/solana/transactions'],
    budget: 2.5,
  },
]
