// Who may import whom at run time; imports of types are free, because they are gone by then (scripts/check-imports.mjs).
const kit = '^packages/kit/src/'
// tests, and modules that only tests use
const tests =
  '\\.(test|spec)\\.tsx?$|/startTest[A-Z][A-Za-z]*\\.ts$|/chains/(conformance|fake/[a-zA-Z]+)\\.ts$'

/** A rule against run-time imports; tests may reach further than the code they test. */
const forbid = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { pathNot: tests, ...(typeof from === 'string' ? { path: from } : from) },
  to: typeof to === 'string' ? { path: to } : to,
})

const betweenPackages = [
  forbid(
    'protocol-stands-alone',
    'The wire contracts know nobody.',
    '^packages/protocol/',
    '^(packages/kit|packages/words|packages/ui|packages/server|services|apps|devnet|tests)/',
  ),
  forbid(
    'words-know-only-the-protocol',
    'The engine of texts knows no text and no screen.',
    '^packages/words/',
    '^(packages/kit|packages/ui|packages/server|services|apps|devnet|tests)/',
  ),
  forbid(
    'ui-knows-only-the-protocol',
    'Parts of screens know neither the kit nor words: texts come in by props.',
    '^packages/ui/',
    '^(packages/kit|packages/words|packages/server|services|apps|devnet|tests)/',
  ),
  forbid(
    'server-is-below-the-services',
    'What every service does alike knows none of them.',
    '^packages/server/',
    '^(packages/kit|packages/ui|services|apps|devnet|tests)/',
  ),
  forbid(
    'kit-knows-only-the-protocol',
    'A site installs the kit alone.',
    '^packages/kit/',
    '^(packages/server|services|apps|devnet|tests)/',
  ),
  forbid(
    'services-know-protocol-and-server',
    'Services run without the kit and without the devnet.',
    { path: '^services/', pathNot: [tests, '/src/testing/'] },
    '^(packages/kit|apps|devnet|tests)/',
  ),
  forbid(
    'services-are-apart',
    'Services speak over the wire; serve, which starts them all, is on top.',
    '^services/(?!serve/)([^/]+)/',
    '^services/(?!$1/)',
  ),
  forbid(
    'frame-and-its-server-are-apart',
    'The embedded wallet’s page and its server speak over the wire.',
    '^services/wallet/src/(frame|server)/',
    '^services/wallet/src/(?!$1/)',
  ),
  forbid(
    'apps-know-only-the-kit',
    'Apps use what a customer has.',
    '^apps/',
    '^(packages/protocol|packages/words|packages/server|services|devnet|tests)/',
  ),
  forbid('apps-are-apart', 'Apps speak over the wire.', '^apps/([^/]+)/', '^apps/(?!$1/)'),
  forbid(
    'kit-through-its-entries',
    'What is not exported is not for others.',
    '^(apps|services|devnet|tests|docs)/',
    `${kit}(?!exports/)`,
  ),
]

const api = '^services/api/src/'
/**
 * Parts of the API that only EVM has: swaps over its pools, ENS and names, tokens for sale, smart
 * accounts.
 */
const onlyEvm =
  'swap/|identity/|names/|onramp/|smartAccounts/|sessions/|routes/(convert|profile|onramp)/|routes/sessions\\.ts$|icons/createIcons\\.ts$|testing/'

const insideTheApi = [
  forbid(
    'api-chains-are-apart',
    'A chain more changes no other chain.',
    `${api}chains/([^/]+)/`,
    `${api}chains/(?!$1/)[^/]+/`,
  ),
  forbid(
    'api-knows-chains-by-their-readers',
    'A chain is a folder, and its line in the registry.',
    { path: `${api}(?!chains/[^/]+/|chains/registry\\.ts$|${onlyEvm})`, pathNot: tests },
    `${api}chains/[^/]+/`,
  ),
]

const insideTheKit = [
  forbid(
    'core-is-the-bottom',
    'core ← session ← {chains, sources, domains} ← react',
    `${kit}core/`,
    `${kit}(?!core/)`,
  ),
  forbid(
    'session-on-core',
    'core ← session ← {chains, sources, domains} ← react',
    `${kit}session/`,
    `${kit}(?!core/|session/)`,
  ),
  forbid(
    'effects-listen',
    'What follows from a session listens to its events; only their list imports it.',
    { path: kit, pathNot: [tests, `${kit}session/listeners\\.ts$`] },
    `${kit}session/(rememberVisit|reportSession|shareWithTabs)\\.ts$`,
  ),
  forbid(
    'domains-are-apart',
    'A screen composes domains; they do not know each other.',
    `${kit}domains/([^/]+)/`,
    `${kit}(?!core/|session/|domains/$1/)`,
  ),
  forbid(
    'chains-know-no-domain',
    'Domains ask a chain; a chain asks nobody above.',
    `${kit}chains/`,
    `${kit}(?!core/|session/|sources/installed/|chains/)`,
  ),
  forbid(
    'walletconnect-is-a-protocol',
    'The protocol knows no wallet list and no chain.',
    `${kit}sources/walletconnect/`,
    `${kit}(?!core/|session/|sources/walletconnect/)`,
  ),
  forbid(
    'phones-over-walletconnect',
    'Phones know their protocol and no chain.',
    `${kit}sources/phones/`,
    `${kit}(?!core/|session/|sources/(phones|walletconnect)/)`,
  ),
  forbid(
    'installed-knows-no-chain',
    'The rules of installed wallets are the same on every chain.',
    `${kit}sources/installed/`,
    `${kit}(?!core/|session/|sources/installed/)`,
  ),
  forbid(
    'embedded-knows-no-chain',
    'The frame speaks for every namespace.',
    `${kit}sources/embedded/`,
    `${kit}(?!core/|session/|sources/embedded/)`,
  ),
  forbid(
    'wagmi-is-of-evm',
    'wagmi speaks EVM and nothing else.',
    `${kit}sources/wagmi/`,
    `${kit}(?!core/|session/|sources/wagmi/|chains/evm/)`,
  ),
  forbid(
    'chains-are-apart',
    'A site that uses one chain loads one chain.',
    `${kit}chains/([^/]+)/`,
    `${kit}chains/(?!$1/)[^/]+/`,
  ),
  forbid(
    'react-imports-no-chain',
    'The site passes adapters in.',
    `${kit}react/`,
    `${kit}(chains|sources/(walletconnect|embedded))/`,
  ),
  forbid(
    'sdk-only-in-chains',
    'Chain SDKs are optional.',
    {
      path: `${kit}(?!chains/|testing/|sources/wagmi/|domains/siwx/server/verify/)`,
      pathNot: tests,
    },
    '/node_modules/(viem|ox|@?wagmi)/|^node_modules/(viem|ox|@?wagmi)/',
  ),
  forbid(
    'siwx-server-only-on-servers',
    'Pages load nothing of it.',
    { path: `${kit}(?!domains/siwx/server/|exports/siwxServer\\.ts$)`, pathNot: tests },
    `${kit}domains/siwx/server/`,
  ),
  forbid('fake-chain-only-in-tests', 'It is no chain.', kit, `${kit}chains/(fake/|conformance)`),
  forbid(
    'react-only-in-react',
    'Nothing works only through the modal.',
    `${kit}(?!react/|exports/)`,
    '^node_modules/(react|react-dom)/',
  ),
  forbid(
    'testing-only-in-tests',
    'Fakes never reach a site.',
    {
      path: kit,
      pathNot: [tests, `${kit}testing/`, `${kit}exports/testing(Bitcoin|Polkadot|Solana)?\\.ts$`],
    },
    `${kit}testing/`,
  ),
  forbid(
    'testing-without-screens',
    'Fakes serve tests without React.',
    `${kit}testing/`,
    `${kit}react/`,
  ),
]

const insideReact = [
  forbid(
    'below-the-modal',
    'styles, i18n ← modal ← features ← KitModal',
    `${kit}react/(styles|i18n)/`,
    `${kit}react/(modal|features)/`,
  ),
  forbid(
    'modal-knows-no-screen',
    'styles, i18n ← modal ← features ← KitModal',
    `${kit}react/modal/`,
    `${kit}react/features/`,
  ),
  forbid(
    'features-are-apart',
    'Features push each other by view name.',
    `${kit}react/features/([^/]+)/`,
    `${kit}react/features/(?!$1/)[^/]+/`,
  ),
  forbid(
    'nobody-imports-the-modal',
    'KitModal puts features together and is on top.',
    `${kit}react/(styles|i18n|modal|features)/`,
    `${kit}react/(KitModal(\\.lazy)?\\.tsx$|kitModal/)`,
  ),
  forbid(
    'screens-load-lazily',
    'A screen that is never opened is never loaded: import() it. The first one comes with the modal.',
    { pathNot: 'features/connect/index\\.ts$' },
    { path: 'View(\\.lazy)?\\.tsx$', dependencyTypesNot: ['dynamic-import'] },
  ),
]

module.exports = {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'Modules that need each other at run time are one module, or lack a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolves',
      comment: 'The import names a file or a declared package.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    ...betweenPackages,
    ...insideTheApi,
    ...insideTheKit,
    ...insideReact,
  ],
  options: {
    // TypeScript 7 has no JavaScript API
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: {
      path: '^(packages|apps|services)/[a-z]+/dist/|(^|/)\\.[a-z]|^tests/outside/|\\.css(\\?|$)',
    },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['latchkey-source', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
}
