import { locales } from 'latchkey'
import budgets from '../budgets.json' with { type: 'json' }

/**
 * Modules that a visit imports dynamically at the same stage, named by the ends of their paths in
 * the kit.
 */
export type Stage = { label: string; modules: readonly string[]; budget?: number }

/** Adds the budget of budgets.json to each stage. @throws Error when it has none */
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

/**
 * Fetched when the pointer, a finger or the focus comes to the button, and when the modal opens.
 */
export const modal: readonly string[] = ['later/modal', 'session/flow/awaitFlow.lazy']

/** Fetched by the first screen that asks a service or a chain. */
export const queries: readonly string[] = ['core/queries/createQueries.lazy']

/** Fetched at the latest when a wallet is chosen. The sizes of later stages exclude these files. */
export const chosen: readonly string[] = ['later/connecting', 'src/session/actions.lazy']

/**
 * Features beyond connecting, with the chunks that each fetches. The size of each also includes the
 * manifests of all features: 0.8 kB, and more with every new feature.
 */
export const features: { readonly [feature: string]: readonly string[] } = {
  account: ['features/registry.lazy', 'later/account', 'later/connected'],
  networks: ['features/registry.lazy', 'features/networks/NetworksView.lazy'],
  'signing in': ['features/registry.lazy', 'features/siwx/SIWXSignMessageView.lazy'],
}

/** Modules that the Account screen fetches. Every screen after it has them already. */
export const account: readonly string[] = [
  'features/registry.lazy',
  'later/account',
  'later/connected',
  'domains/balances/getBalances.lazy',
  'chains/evm/assets/createAssets.lazy',
]

/** Features that only the Account screen opens, with the chunks that each fetches. */
export const beyondAccount: { readonly [feature: string]: readonly string[] } = {
  tokens: ['features/account/tokens/TokensTab.lazy'],
  nfts: ['features/account/nfts/NftsTab.lazy', 'domains/nfts/getNfts.lazy'],
  activity: ['features/account/activity/ActivityTab.lazy'],
  'notices on the page': ['react/notices/loadNotices.lazy', 'notices/loadPageNotices.lazy'],
  buy: ['onramp/OnRampProvidersView.lazy'],
  send: ['features/send/WalletSendView.lazy'],
  swap: ['features/swap/SwapView.lazy'],
  receive: ['receive/WalletReceiveView.lazy'],
  contacts: ['contacts/ContactsView.lazy'],
  'a name': ['names/ChooseAccountNameView.lazy', 'names/checkName.lazy', 'names/suggestNames.lazy'],
  'news of a block': ['domains/balances/watchAccount.lazy'],
}

/** Modules that the first screen of sending fetches. Every screen after it has them already. */
export const send: readonly string[] = [
  'features/send/WalletSendView.lazy',
  'send/costs/readFee.lazy',
  'evm/addresses/addresses.lazy',
  'chains/evm/send/createSend.lazy',
]

/** Modules that sending fetches after its first screen, once something is entered. */
export const beyondSend: { readonly [step: string]: readonly string[] } = {
  'send, a name': ['core/names/resolveName.lazy'],
  'send, review': ['send/review/SendPreviewView.lazy', 'send/counterparties.lazy'],
  'send, the way to mined': [
    'send/progress/SendProgressView.lazy',
    'core/transactions/watchTransaction.lazy',
  ],
}

/** Modules that the first screen of swapping fetches. Every screen after it has them already. */
export const swap: readonly string[] = ['features/swap/SwapView.lazy', 'evm/swap/createSwap.lazy']

/** Modules that swapping fetches after its first screen, once something is chosen. */
export const beyondSwap: { readonly [step: string]: readonly string[] } = {
  'swap, what the chain does': ['evm/swap/createSwap.lazy'],
  'swap, all tokens': ['swap/tokens/SwapSelectTokenView.lazy'],
  'swap, review': ['swap/review/SwapPreviewView.lazy'],
  'swap, the way to mined': [
    'swap/progress/SwapProgressView.lazy',
    'core/transactions/watchTransaction.lazy',
  ],
}

/** Modules that the first screen of buying fetches by itself. */
export const buy: readonly string[] = ['onramp/OnRampProvidersView.lazy']

/** Modules that buying fetches after its first screen. */
export const beyondBuy: { readonly [step: string]: readonly string[] } = {
  'buy, another token or currency': [
    'onramp/select/OnRampTokenSelectView.lazy',
    'onramp/select/OnRampFiatSelectView.lazy',
  ],
  'buy, the way to the account': [
    'onramp/order/BuyInProgressView.lazy',
    'onramp/order/OnRampActivityView.lazy',
  ],
}

/** Modules that the screen of one transaction fetches in addition to the list of activity. */
export const beyondActivity: { readonly [step: string]: readonly string[] } = {
  'activity, one transaction': ['activity/transaction/TransactionView.lazy'],
}

/**
 * Files that a login by e-mail adds to the button and the modal, with their imports. The screens
 * and the frame's code are not counted; the frame has another origin.
 */
export const emailClient: Stage = {
  label: 'the client part of a login by e-mail',
  modules: ['sources/embedded/createEmbedded.lazy', 'embedded/logIn.lazy'],
  budget: budgets.email,
}

const chosenWallet = [...modal, ...chosen, 'chains/evm/engine.lazy']

/**
 * Files that a visitor has fetched by a moment, counted from the beginning.
 */
export const moments = within(budgets.moments, [
  { label: 'the button is ready', modules: [] },
  {
    label: 'the first wallet row shows',
    modules: [...modal],
  },
  {
    label: "an installed wallet's account shows",
    modules: [...chosenWallet, 'features/registry.lazy', 'later/account', 'later/connected'],
  },
  {
    label: 'the QR code shows',
    modules: [
      ...modal,
      ...chosen,
      'features/registry.lazy',
      'evm/remote/remote.lazy',
      'sources/phones/createPhones.lazy',
      'connecting/scan/ConnectingWalletConnectView.lazy',
      'walletconnect/createWalletConnect.lazy',
    ],
  },
])

/** The moments of a site with one chain alone, by the chain's folder. */
const momentsOn = (chain: string, limits: Parameters<typeof within>[0]): readonly Moment[] =>
  within(limits, [
    { label: 'the button is ready', modules: [] },
    {
      label: 'the first wallet row shows',
      modules: [...modal],
    },
    {
      label: "an installed wallet's account shows",
      modules: [
        ...modal,
        ...chosen,
        `chains/${chain}/engine.lazy`,
        'features/registry.lazy',
        'later/account',
        'later/connected',
      ],
    },
    {
      label: 'the QR code shows',
      modules: [
        ...modal,
        ...chosen,
        'features/registry.lazy',
        `${chain}/remote/remote.lazy`,
        'sources/phones/createPhones.lazy',
        'connecting/scan/ConnectingWalletConnectView.lazy',
        'walletconnect/createWalletConnect.lazy',
      ],
    },
  ])

/**
 * Like `moments`, for a site with `solana()` alone. The first load is 1 kB larger than for EVM: it
 * finds wallets by the Wallet Standard, distinguishes two wallets with the same name, and limits
 * the wallets' data.
 */
export const momentsOfSolana = momentsOn('solana', budgets.momentsOfSolana)

/** The same for a site with `bitcoin()` alone. It also finds wallets that do not register. */
export const momentsOfBitcoin = momentsOn('bitcoin', budgets.momentsOfBitcoin)

/** The same for a site with `polkadot()` alone. It finds wallets in `injectedWeb3`. */
export const momentsOfPolkadot = momentsOn('polkadot', budgets.momentsOfPolkadot)

/**
 * The texts of each language except English, which is in the code: one file of nine hundred texts.
 * Letters of Cyrillic and Hindi take two and three bytes.
 */
const languages = locales
  .filter((locale) => locale !== 'en')
  .map(
    (locale): Stage => ({
      label: `texts in \`${locale}\``,
      modules: [`locales/${locale}.json`],
      budget: budgets.language,
    }),
  )

/** The stages that have rows of their own in the table. */
export const otherStages: readonly Stage[] = [
  ...languages,
  {
    label: 'the catalogue of wallets, only where the site has an API',
    modules: ['domains/wallets/walletsQuery.lazy', 'domains/wallets/listWallets.lazy'],
  },
  {
    label: 'names of all texts, only where `debug` is on and the site has its own',
    modules: ['react/texts.lazy'],
  },
  {
    label: 'the wide modal, only where the site wants it',
    modules: [...modal, 'react/panes/Panes.lazy', 'help/WhatIsAWalletView.lazy'],
    budget: budgets.wideModal,
  },
  { label: 'EVM engine, when a wallet is first needed', modules: ['chains/evm/engine.lazy'] },
  {
    label: 'WalletConnect, at the first QR code',
    modules: [
      'sources/phones/createPhones.lazy',
      'connecting/scan/ConnectingWalletConnectView.lazy',
      'walletconnect/createWalletConnect.lazy',
    ],
  },
  {
    label: 'signing in with the first tap of a phone, what it shares with WalletConnect included',
    modules: ['authentication/requestSignIn.lazy'],
  },
  {
    label: 'cryptography in JavaScript, only for browsers that lack an algorithm',
    modules: ['crypto/noble.lazy'],
  },
]

/**
 * Files that a site for Solana fetches: the engine in addition to its first load, the others in
 * addition to the engine. `@solana/kit` is counted, although most Solana sites have it already.
 */
export const ofSolana: readonly Stage[] = [
  {
    label: 'Solana engine, when a wallet is first needed',
    modules: ['chains/solana/engine.lazy'],
    budget: budgets.solana.engine,
  },
  {
    label: 'Solana, balances and tokens',
    modules: ['solana/assets/createAssets.lazy'],
    budget: budgets.solana.assets,
  },
  {
    label: 'Solana, sending, with what it uses of `@solana/kit`',
    modules: ['solana/send/createSend.lazy'],
    budget: budgets.solana.send,
  },
  {
    label: 'Solana, following what was sent',
    modules: ['solana/transactions/createTransactions.lazy'],
    budget: budgets.solana.transactions,
  },
]

/** The same for Bitcoin, with what it uses of `@scure/btc-signer`. */
export const ofBitcoin: readonly Stage[] = [
  {
    label: 'Bitcoin engine, when a wallet is first needed',
    modules: ['chains/bitcoin/engine.lazy'],
    budget: budgets.bitcoin.engine,
  },
  {
    label: 'Bitcoin, balances',
    modules: ['bitcoin/assets/createAssets.lazy'],
    budget: budgets.bitcoin.assets,
  },
  {
    label: 'Bitcoin, sending, with what it uses of `@scure/btc-signer`',
    modules: ['bitcoin/send/createSend.lazy', 'bitcoin/send/sendTransaction.lazy'],
    budget: budgets.bitcoin.send,
  },
  {
    label: 'Bitcoin, following what was sent, with what it uses of `@scure/btc-signer`',
    modules: ['bitcoin/transactions/createTransactions.lazy'],
    budget: budgets.bitcoin.transactions,
  },
]

/** The same for Polkadot, with what it uses of `@polkadot-api` and `@scure/sr25519`. */
export const ofPolkadot: readonly Stage[] = [
  {
    label: 'Polkadot engine, when a wallet is first needed',
    modules: ['chains/polkadot/engine.lazy'],
    budget: budgets.polkadot.engine,
  },
  {
    label: 'Polkadot, balances',
    modules: ['polkadot/assets/createAssets.lazy'],
    budget: budgets.polkadot.assets,
  },
  {
    label: 'Polkadot, sending, with the libraries that it uses',
    modules: ['polkadot/send/createSend.lazy', 'polkadot/send/sendTransaction.lazy'],
    budget: budgets.polkadot.send,
  },
  {
    label: 'Polkadot, following what was sent, with the libraries that it uses',
    modules: ['polkadot/transactions/createTransactions.lazy'],
    budget: budgets.polkadot.transactions,
  },
]
