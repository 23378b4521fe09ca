import { locales } from 'latchkey'

/**
 * Modules whose dynamic imports a visit follows together, named by the ends of their paths in the
 * kit.
 */
export type Stage = { what: string; modules: readonly string[]; budget?: number }

/**
 * A stage that has fetched so many files at the most, the page's own among them: on a slow phone
 * each is a round trip.
 */
export type Moment = Stage & { budget: number; files: number }

/**
 * Fetched when the pointer, a finger or the focus comes to the button, and when the modal opens.
 */
export const modal: readonly string[] = ['later/modal', 'later/connection/flow']

/** Fetched by the first screen that asks a service or a chain. */
export const queries: readonly string[] = ['core/createQueries']

/** Fetched when a wallet is chosen, at the latest; what follows counts from there. */
export const chosen: readonly string[] = ['later/react/features/connecting', 'later/connection']

/**
 * Features beyond connecting, with the chunks that each fetches. Each is weighed with the manifests
 * of all features, which grow with every feature: 0.8 kB more than a screen.
 */
export const features: { readonly [feature: string]: readonly string[] } = {
  account: ['later/manifests', 'later/react/features/account', 'later/connected'],
  networks: ['later/manifests', 'later/react/features/networks'],
  'signing in': ['later/manifests', 'later/react/features/siwx'],
}

/** What the Account screen fetches by itself: whoever goes on from it has it. */
export const account: readonly string[] = [
  'later/manifests',
  'later/react/features/account',
  'later/connected',
  'later/balances',
  'later/chains/evm/assets',
]

/** Features that are reached from the Account screen alone, with the chunks that each fetches. */
export const beyondAccount: { readonly [feature: string]: readonly string[] } = {
  tokens: ['later/react/features/account/tokens'],
  nfts: ['later/react/features/account/nfts', 'later/nfts'],
  activity: ['later/react/features/account/activity'],
  'notices on the page': ['later/react/notices'],
  buy: ['later/react/features/onramp'],
  send: ['later/react/features/send'],
  swap: ['later/react/features/swap'],
  receive: ['later/react/features/receive'],
  contacts: ['later/react/features/contacts'],
  'a name': ['later/react/features/names', 'later/names'],
  'news of a block': ['later/balances/watch'],
}

/** What the first screen of sending fetches by itself: whoever goes on from it has it. */
export const send: readonly string[] = [
  'later/react/features/send',
  'later/send/costs',
  'later/chains/evm/addresses',
  'later/chains/evm/send',
]

/** What sending fetches once something is entered: after its first screen alone. */
export const beyondSend: { readonly [step: string]: readonly string[] } = {
  'send, a name': ['later/core/names'],
  'send, review': ['later/react/features/send/review', 'later/send/counterparties'],
  'send, the way to mined': ['later/react/features/send/progress', 'core/watchTransaction'],
}

/** What the first screen of swapping fetches by itself: whoever goes on from it has it. */
export const swap: readonly string[] = ['later/react/features/swap', 'later/chains/evm/swap']

/** What swapping fetches once something is chosen: after its first screen alone. */
export const beyondSwap: { readonly [step: string]: readonly string[] } = {
  'swap, what the chain does': ['later/chains/evm/swap'],
  'swap, all tokens': ['later/react/features/swap/tokens'],
  'swap, review': ['later/react/features/swap/review'],
  'swap, the way to mined': ['later/react/features/swap/progress', 'core/watchTransaction'],
}

/** What the first screen of buying fetches by itself. */
export const buy: readonly string[] = ['later/react/features/onramp']

/** What buying fetches beyond its first screen. */
export const beyondBuy: { readonly [step: string]: readonly string[] } = {
  'buy, another token or currency': ['later/react/features/onramp/select'],
  'buy, the way to the account': ['later/react/features/onramp/order', 'later/onramp/order'],
}

/** What the list of activity fetches when one of it is looked at: after the list alone. */
export const beyondActivity: { readonly [step: string]: readonly string[] } = {
  'activity, one transaction': ['later/react/features/account/activity/transaction'],
}

/** kB that any one screen more may weigh. */
export const screenBudget = 16.6

/** The part of a budget that stays free. */
export const room = 0.05

/**
 * What a login by e-mail fetches over the button and the modal alone, with everything that it
 * imports: 10 kB, without its screens, and without the frame's own code, which is another origin's;
 * 0.7 more since a tab leaves for the wallet's own page where there are no windows, and comes back;
 * another 0.05 since a frame whose answer was lost is greeted anew; another 1.3 since a page that
 * loses its windows is known as that and left, the frame has a border, too, and the wallet its
 * picture; another 0.6 for the user of the account, and for what is said before the tab leaves.
 */
export const emailClient: Stage = {
  what: 'the client part of a login by e-mail',
  modules: ['dist/later/embedded', 'later/embedded/email'],
  budget: 13.1,
}

const chosenWallet = [...modal, ...chosen, 'later/chains/evm']

/**
 * What a visitor has fetched by a moment, everything counted from the beginning; budgets in kB. The
 * last 0.1 of the button, and 0.2 to 0.4 beyond it: logins in the wallet's own window, which the
 * press opens, and what a swap's contracts could take.
 */
export const moments: readonly Moment[] = [
  // 15.8, not the design's 10: how a URL is read where an engine misjudges some, why a press came
  // to nothing, in every language, what catches a button's faults, the sources of wallets, which
  // wallets are known, what each chain can do, the forms of its addresses, what is stored under
  // which name, and what the modal tells of its screens, are there from the start; another 0.3
  // since logins are a source of their own; another 0.7 for logins by companies, whose window opens
  // in the press, whose answer leaves the page's address before a router reads it, and which are
  // offered at once on the next visit; another 0.2 for signing in: its option is checked, and its
  // watch begins with the kit; another 0.1 for names: their option is checked, and the button shows
  // the account's; another 0.1 for swaps: their errors, and what is stored of one that was begun;
  // another 0.15 for buying: purchases of an earlier visit go on; another 0.1 for Solana: the kit
  // tells its errors and hashes; another 1.4 for the button's balance and network, its widths and
  // sizes, and what a button of the site's own is told; another 0.1 for what the page tells of
  // transactions: its option is checked, and it is seen when there is one; another 0.1 since a kit
  // made anew by each render is told; another 0.8 for twelve more languages, two texts of the
  // button each; another 0.3 for options: groups of wallets, a sentence and a page of the site's
  // own; another 0.3 since a server renders the account of the last visit, and the page takes it
  // over; another 0.15 for approvals without windows, whose answer leaves the page's address before
  // a router reads it; another 0.85 for what is true of options and names: joiners of emoji and
  // words stay in them, options that can't work are refused with their reason, wallets that come
  // late are looked for, and a number has 64 digits where it is a hash; another 0.2 for the user of
  // an account, `updateEmail`, and letters of names that are drawn as nothing
  { what: 'the button is ready', modules: [], budget: 18.95, files: 1 },
  // 51.3, not the design's 45: the button is five kB over the design's, and each language is a
  // line; another 0.2 for names: the one of an earlier visit is read; another 0.1 for signing in as
  // a phone connects, whose answers are read; another 0.2 for swaps, as for the button, and 0.2 for
  // buying; another 0.4 for Solana: wallets that have only a name are found in two namespaces;
  // another 0.4 for connecting in one namespace, beside accounts of others; another 0.2 for screens
  // that a site opens with parameters, and for names without services; another 0.8 for languages,
  // as for the button; another 0.6 for those options: rows find their group and stay in it, and a
  // heading stands over each; another 0.05 for two panes; another 0.15 for approvals without
  // windows, as for the button; another 2.2 for those truths, for the border around the modal, for
  // places that are held from the first frame, and for screens that cross-fade; another 0.4 for the
  // login that was used last, for focus that traps of the page would take, and for windows of
  // wallets in the page
  {
    what: 'the first wallet row shows',
    modules: [...modal, 'later/wallets'],
    budget: 58,
    files: 15,
  },
  // 85.4, not the design's 70: the manifests of all features come then, what a chain can do comes
  // in files of its own, and what gates have let in is forgotten with its connection; another 0.3
  // since pictures that broke while the screen was drawn ahead are asked for again, and a wallet
  // that stays away is counted; 0.9 for logins: their source, their manifest and their errors; 1.7
  // for those by companies; 0.5 for signing in: its manifest, its gate and what the state knows of
  // it; 0.6 for names: their manifest, their invitation and their texts' places; 0.1 for signing in
  // as it connects; 0.8 for swaps: their manifest, and tokens that are read past the caches; 1.1
  // for buying: its manifest, and two files that it shares with the account; 0.7 for Solana, as for
  // the first row, and one file more: what asks wallets and nodes serves every chain; 0.1 for what
  // a wallet sent in place of another transaction, which is stored and told; 2.4 and three files
  // for the button, which asks for the account's name and balance; another 0.4 for connecting in
  // one namespace, beside accounts of others; 1.0 and one file for what a page without React
  // follows by the same code: answers, history, wallets; 0.15 for approvals without windows, as for
  // the button; 0.1 for a swap that a site opens with its tokens and amount, and for two panes; 4.3
  // and one file for those of the first row, for wallets' errors in every spelling, for fees of
  // rollups, and for what is known of a transaction; another 1.6 for tabs that stay mounted,
  // pictures of known tokens, and more words of wallets; two files more, as a page from the bfcache
  // asks its wallet again
  {
    what: "an installed wallet's account shows",
    modules: [
      ...chosenWallet,
      'later/manifests',
      'later/react/features/account',
      'later/connected',
    ],
    budget: 95.6,
    files: 38,
  },
  // 96.6, not the design's 75: what reads strangers' answers within limits, what catches a screen's
  // faults, the manifests of all features, and what each of them needs of a chain came after it;
  // 0.6 for logins: their source, their manifest and their errors; 1.3 for those by companies; 0.5
  // for signing in; 0.5 for names; 0.6 for a code that asks to connect and sign in at once; 0.5 for
  // swaps; 0.6 for buying; 0.6 for Solana, as for the first row; 0.3 for several calls at once:
  // what a phone told of them is stored with its session; another 0.4 for connecting in one
  // namespace, beside accounts of others; another 0.1 for the option of two panes and its width;
  // another 0.15 for approvals without windows, as for the button; another 2.8 as for the account;
  // another 1.4 for the time of the relay, which dates a code where the visitor's clock is wrong
  {
    what: 'the QR code shows',
    modules: [
      ...modal,
      ...chosen,
      'later/manifests',
      'later/chains/evm/remote',
      'later/phones',
      'later/react/features/connecting/scan',
      'later/walletconnect',
      'later/react/ui/code',
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
  { what: 'the button is ready', modules: [], budget: 20.55, files: 1 },
  {
    what: 'the first wallet row shows',
    modules: [...modal, 'later/wallets'],
    budget: 59.2,
    files: 15,
  },
  {
    what: "an installed wallet's account shows",
    modules: [
      ...chosenOnSolana,
      'later/manifests',
      'later/react/features/account',
      'later/connected',
    ],
    budget: 96.1,
    files: 37,
  },
  {
    what: 'the QR code shows',
    modules: [
      ...modal,
      ...chosen,
      'later/manifests',
      'later/chains/solana/remote',
      'later/phones',
      'later/react/features/connecting/scan',
      'later/walletconnect',
      'later/react/ui/code',
    ],
    budget: 106.6,
    files: 28,
  },
]

/**
 * The texts of each language but English, which stands in the code: one file. 17.9 kB, not the 8 of
 * the design: there are nine hundred texts, and letters of Cyrillic and Hindi take two and three
 * bytes.
 */
const languages = locales
  .filter((locale) => locale !== 'en')
  .map(
    (locale): Stage => ({
      what: `texts in \`${locale}\``,
      modules: [`later/locales/${locale}`],
      budget: 17.9,
    }),
  )

/** What has a row of its own, as far as the kit has it. */
export const others: readonly Stage[] = [
  ...languages,
  {
    what: 'names of all texts, only where `debug` is on and the site has its own',
    modules: ['react/texts', 'later/words'],
  },
  {
    what: 'the wide modal, only where the site wants it',
    modules: [...modal, 'later/react/panes', 'later/react/features/help'],
    budget: 9.8,
  },
  { what: 'EVM engine, when a wallet is first needed', modules: ['later/chains/evm'] },
  {
    what: 'WalletConnect, at the first QR code',
    modules: ['later/phones', 'later/react/features/connecting/scan', 'later/walletconnect'],
  },
  {
    what: 'signing in with the first tap of a phone, what it shares with WalletConnect included',
    modules: ['later/walletconnect/authentication'],
  },
  {
    what: 'cryptography in JavaScript, only for browsers that lack an algorithm',
    modules: ['later/walletconnect/crypto/noble'],
  },
]

/**
 * What a site for Solana fetches: the engine over its first load, the others over the engine;
 * `@solana/kit` is counted, a site of Solana's mostly has it anyway.
 */
export const ofSolana: readonly Stage[] = [
  {
    what: 'Solana engine, when a wallet is first needed',
    modules: ['later/chains/solana'],
    budget: 25.3,
  },
  { what: 'Solana, balances and tokens', modules: ['later/chains/solana/assets'], budget: 2 },
  {
    what: 'Solana, sending, with what it uses of `@solana/kit`',
    modules: ['later/chains/solana/send'],
    budget: 15.5,
  },
  {
    what: 'Solana, following what was sent',
    modules: ['later/chains/solana/transactions'],
    budget: 2.5,
  },
]
