import { locales } from 'latchkey'
import budgets from '../budgets.json' with { type: 'json' }

/**
 * Modules whose dynamic imports a visit follows together, named by the ends of their paths in the
 * kit.
 */
export type Stage = { label: string; modules: readonly string[]; budget?: number }

/** Adds to each moment its budget. */
function within(
  limits: { readonly [label: string]: { kB: number; files: number } },
  stages: readonly Stage[],
): readonly Moment[] {
  return stages.map((stage) => {
    const limit = limits[stage.label]
    if (!limit) throw new Error(`budgets.json has no budget by the time that ${stage.label}.`)
    return { ...stage, budget: limit.kB, files: limit.files }
  })
}

/**
 * A stage with its max number of fetched files, including the page's own: on a slow phone each file
 * is a round trip.
 */
export type Moment = Stage & { budget: number; files: number }

/** Fetched when the pointer, a finger or the focus reaches the button, and when the modal opens. */
export const modal: readonly string[] = ['later/modal', 'later/session/flow']

/** Fetched by the first screen that requests data from a service or a chain. */
export const queries: readonly string[] = ['core/queries/createQueries']

/** Fetched at the latest when a wallet is chosen. Later stages are measured from this point. */
export const chosen: readonly string[] = ['later/react/features/connecting', 'later/session']

/**
 * Features beyond connecting, with the chunks that each fetches. The size of each includes the
 * manifests of all features, which grow with every feature: 0.8 kB more than a screen.
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

/** Features that only the Account screen opens, with the chunks that each fetches. */
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

/** Modules that sending fetches after its first screen, once something is entered. */
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

/** Modules that swapping fetches after its first screen, once something is chosen. */
export const beyondSwap: { readonly [step: string]: readonly string[] } = {
  'swap, what the chain does': ['later/chains/evm/swap'],
  'swap, all tokens': ['later/react/features/swap/tokens'],
  'swap, review': ['later/react/features/swap/review'],
  'swap, the way to mined': [
    'later/react/features/swap/progress',
    'core/transactions/watchTransaction',
  ],
}

/** Modules that the first screen of buying fetches by itself. */
export const buy: readonly string[] = ['later/react/features/onramp']

/** Modules that buying fetches after its first screen. */
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

/**
 * Files that a login by e-mail adds to the button and the modal, with their imports. The screens
 * and the frame's code are not counted; the frame has another origin.
 */
export const emailClient: Stage = {
  label: 'the client part of a login by e-mail',
  modules: ['dist/later/sources/embedded', 'later/sources/embedded/email'],
  budget: budgets.email,
}

const chosenWallet = [...modal, ...chosen, 'later/chains/evm']

/**
 * Files that a visitor has fetched by a moment, counted from the beginning.
 */
export const moments = within(budgets.moments, [
  { label: 'the button is ready', modules: [] },
  {
    label: 'the first wallet row shows',
    modules: [...modal, 'later/domains/wallets'],
  },
  {
    label: "an installed wallet's account shows",
    modules: [
      ...chosenWallet,
      'later/manifests',
      'later/react/features/account',
      'later/connected',
    ],
  },
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
  },
])

const chosenOnSolana = [...modal, ...chosen, 'later/chains/solana']

/**
 * The same for a site with `solana()` alone. The first load is 1 kB larger: it finds wallets by the
 * Wallet Standard, tells two wallets of one name apart, and reads the wallets' data within limits.
 */
export const momentsOfSolana = within(budgets.momentsOfSolana, [
  { label: 'the button is ready', modules: [] },
  {
    label: 'the first wallet row shows',
    modules: [...modal, 'later/domains/wallets'],
  },
  {
    label: "an installed wallet's account shows",
    modules: [
      ...chosenOnSolana,
      'later/manifests',
      'later/react/features/account',
      'later/connected',
    ],
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
  },
])

/**
 * The texts of each language except English, which is in the code: one file of nine hundred texts.
 * Letters of Cyrillic and Hindi take two and three bytes.
 */
const languages = locales
  .filter((locale) => locale !== 'en')
  .map(
    (locale): Stage => ({
      label: `texts in \`${locale}\``,
      modules: [`later/locales/${locale}`],
      budget: budgets.language,
    }),
  )

/** Stages with their own rows, as far as the kit has them. */
export const otherStages: readonly Stage[] = [
  ...languages,
  {
    label: 'names of all texts, only where `debug` is on and the site has its own',
    modules: ['react/texts', 'later/words'],
  },
  {
    label: 'the wide modal, only where the site wants it',
    modules: [...modal, 'later/react/panes', 'later/react/features/help'],
    budget: budgets.wideModal,
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
    budget: budgets.solana.engine,
  },
  {
    label: 'Solana, balances and tokens',
    modules: ['later/chains/solana/assets'],
    budget: budgets.solana.assets,
  },
  {
    label: 'Solana, sending, with what it uses of `@solana/kit`',
    modules: ['later/chains/solana/send'],
    budget: budgets.solana.send,
  },
  {
    label: 'Solana, following what was sent',
    modules: ['later/chains/solana/transactions'],
    budget: budgets.solana.transactions,
  },
]
