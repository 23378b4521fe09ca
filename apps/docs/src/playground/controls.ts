import type { FieldName, PlaygroundState } from './state/fields.ts'

/** Reports the new value of a setting. */
export type Change = (name: FieldName, value: string | boolean | readonly string[]) => void

/** One setting on the page: its title, and in which states it has an effect. */
export type Control = {
  name: FieldName
  title: string
  /** The name that is shown as code. @default the setting's own name */
  code?: string
  help?: string
  isUseful?: (state: PlaygroundState) => boolean
}

/** The settings below one heading. */
export type ControlGroup = { title: string; isOpen?: boolean; controls: readonly Control[] }

const hasWallet = ({ services }: PlaygroundState) => services.includes('wallet')
const hasApi = ({ services }: PlaygroundState) => services.includes('api')

/** The settings in the order in which the page shows them. */
export const controlGroups: readonly ControlGroup[] = [
  {
    title: 'Theme',
    isOpen: true,
    controls: [
      { name: 'preset', title: 'Preset', code: 'latchkey/themes' },
      { name: 'mode', title: 'Mode', code: 'themeMode' },
      {
        name: 'modalSize',
        title: 'Modal',
        help: 'Wide: two panes, where the window has 720 pixels.',
      },
      { name: '--lk-accent', title: 'Accent' },
      { name: '--lk-radius', title: 'Corners' },
      { name: '--lk-font', title: 'Font' },
    ],
  },
  {
    title: 'All tokens',
    controls: [
      { name: '--lk-on-accent', title: 'Text on the accent' },
      { name: '--lk-bg', title: 'Card' },
      { name: '--lk-bg-raised', title: 'Rows and inputs' },
      { name: '--lk-bg-hover', title: 'Row under the pointer' },
      { name: '--lk-fg', title: 'Text' },
      { name: '--lk-fg-muted', title: 'Secondary text' },
      { name: '--lk-success', title: 'Success' },
      { name: '--lk-warning', title: 'Warning' },
      { name: '--lk-danger', title: 'Danger' },
      { name: '--lk-border', title: 'Thin lines' },
      { name: '--lk-overlay', title: 'Layer over the page' },
      { name: '--lk-overlay-blur', title: 'Blur of the page' },
      { name: '--lk-notice-bg', title: 'Notices' },
      { name: '--lk-width', title: 'Width' },
      { name: '--lk-wide-width', title: 'Width with two panes' },
      { name: '--lk-z-index', title: 'Layer' },
    ],
  },
  {
    title: 'Button',
    isOpen: true,
    controls: [
      { name: 'label', title: 'Label' },
      { name: 'size', title: 'Size' },
      { name: 'account', title: 'Account', help: 'Shows once a wallet is connected.' },
      { name: 'network', title: 'Network' },
      { name: 'balance', title: 'Balance' },
    ],
  },
  {
    title: 'Ways to connect',
    isOpen: true,
    controls: [
      { name: 'connectMethodsOrder', title: 'Order' },
      { name: 'enableWallets', title: 'Wallets' },
      {
        name: 'enableWalletConnect',
        title: 'Phones',
        isUseful: ({ services }) => services.includes('relay'),
      },
      { name: 'allWallets', title: 'The whole catalogue', isUseful: hasApi },
      { name: 'collapseWallets', title: 'Wallets behind one button' },
      { name: 'email', title: 'E-mail', isUseful: hasWallet },
      { name: 'socials', title: 'Companies', isUseful: hasWallet },
      { name: 'emailShowWallets', title: 'Wallets beside e-mail', isUseful: hasWallet },
    ],
  },
  {
    title: 'Which wallets',
    controls: [
      { name: 'walletGroups', title: 'A group at the top' },
      { name: 'groupName', title: 'Its heading', code: 'walletGroups' },
      { name: 'connectorTypeOrder', title: 'Order of the others' },
      { name: 'featuredWalletIds', title: 'First of the catalogue', isUseful: hasApi },
      { name: 'includeWalletIds', title: 'No others than', isUseful: hasApi },
      { name: 'excludeWalletIds', title: 'All but' },
    ],
  },
  {
    title: 'Words and links',
    controls: [
      { name: 'connectTitle', title: 'Title', code: 'texts' },
      { name: 'disclaimer', title: 'A sentence below' },
      { name: 'termsConditionsUrl', title: 'Link to terms' },
      { name: 'privacyPolicyUrl', title: 'Link to a privacy policy' },
      { name: 'legalCheckbox', title: 'A box to tick first' },
      { name: 'learnMoreUrl', title: 'Link to learn more' },
    ],
  },
  {
    title: 'Account',
    controls: [
      { name: 'walletFeaturesOrder', title: 'Order' },
      { name: 'onramp', title: 'Buy', isUseful: hasApi },
      { name: 'swaps', title: 'Swap', isUseful: hasApi },
      { name: 'receive', title: 'Receive' },
      { name: 'send', title: 'Send' },
      { name: 'history', title: 'Activity' },
      { name: 'names', title: 'Names', isUseful: hasWallet },
    ],
  },
  {
    title: 'Site',
    controls: [
      { name: 'locale', title: 'Language' },
      { name: 'networks', title: 'Networks' },
      { name: 'enableNetworkSwitch', title: 'Change of network' },
      { name: 'allowUnsupportedChain', title: 'Wallets on any network' },
      { name: 'services', title: 'Services' },
      { name: 'siwx', title: 'Sign-in', help: 'Asks a wallet to sign as soon as it is connected.' },
      {
        name: 'preload',
        title: 'Code before the first press',
        help: 'Idle: as soon as the page has nothing else to do.',
      },
      { name: 'notices', title: 'Notices' },
      { name: 'debug', title: 'Faults of the set-up' },
    ],
  },
]

/** The titles of choices whose option names are unclear. */
export const choiceNames: Readonly<Record<string, string>> = {
  none: 'None',
  mainnet: 'Ethereum',
  arbitrum: 'Arbitrum',
  optimism: 'Optimism',
  polygon: 'Polygon',
  base: 'Base',
  solana: 'Solana',
  api: 'API',
  relay: 'Relay',
  wallet: 'Wallet',
  email: 'E-mail',
  google: 'Google',
  x: 'X',
  discord: 'Discord',
  farcaster: 'Farcaster',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
  social: 'Companies',
  onramp: 'Buy',
  swaps: 'Swap',
  receive: 'Receive',
  send: 'Send',
  auto: 'Automatic',
  dark: 'Dark',
  light: 'Light',
  regular: 'Regular',
  compact: 'Compact',
  full: 'Full',
  avatar: 'Avatar',
  name: 'Name',
  icon: 'Icon',
  ember: 'Ember',
  forest: 'Forest',
  midnight: 'Midnight',
  paper: 'Paper',
  rose: 'Rose',
  'io.metamask': 'MetaMask',
  'com.coinbase.wallet': 'Base App',
  'me.rainbow': 'Rainbow',
  'com.trustwallet.app': 'Trust Wallet',
  'io.rabby': 'Rabby',
  'app.phantom': 'Phantom',
  'com.ledger': 'Ledger Wallet',
  'global.safe': 'Safe',
  walletConnect: 'Phones',
  recent: 'Used before',
  injected: 'Installed',
  featured: 'First of the catalogue',
  custom: 'Your own',
  external: 'Of other sources',
  recommended: 'Others of the catalogue',
  wide: 'Wide',
  optional: 'Optional',
  required: 'Required',
  idle: 'Idle',
  press: 'Pointer or focus',
  off: 'None',
  top: 'Top',
  bottom: 'Bottom',
  'top-start': 'Top, start',
  'top-end': 'Top, end',
  'bottom-start': 'Bottom, start',
  'bottom-end': 'Bottom, end',
}

const languages = new Intl.DisplayNames('en', { type: 'language' })

/** Returns the title of a choice. */
export const choiceName = (field: FieldName, choice: string): string =>
  field === 'locale' && choice !== 'auto'
    ? (languages.of(choice) ?? choice)
    : field === 'services' && choice === 'wallet'
      ? 'E-mail wallet'
      : field === 'connectMethodsOrder' && choice === 'wallet'
        ? 'Wallets'
        : (choiceNames[choice] ?? choice)
