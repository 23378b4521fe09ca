/**
 * How the package is cut. What a page carries from the start stays one file a module, so that a site's bundler drops what
 * it does not use. What is fetched later is put together by when it is needed: on a slow phone every request counts. Nothing
 * that an entry imports may stand in a group but `connection`, or a page that imports it carries the whole group.
 */
const groups: readonly [name: string, modules: RegExp][] = [
  // only a check reads all English words at once; elsewhere each screen brings its own
  ['words', /react\/features\/\w+\/words\./],
  // what an open modal wants a moment later, each alone
  ['toasts', /react\/modal\/([tT]oasts|Companion|holdFocus)\.|react\/errorTexts\./],
  ['contradictions', /connection\/checkContradictions\./],
  ['modal', /react\/KitModal\.|react\/modal\/(?!walletMessages|useWalletProblem|useLeave|AlertBar|alertBar)|react\/styles\/layout|react\/isOnNamedNetwork\.|react\/features\/(frame\/|(registry|manifests|loadManifests|screensOf|router|routeFor|useMemory|useLeadOn)\.)|react\/features\/(connect|connecting)\/index\.|react\/features\/connect\/messages\.|react\/features\/connect\/(ConnectView|connect|Legal|LoginMethod|WalletRows?|countText)\.|react\/ui\/(Button|icons|Notice|notice|Row|row|Mark|mark|button)\./],
  // a manifest says little, and the modal asks for all of them at once
  ['manifests', /react\/features\/\w+\/index\./],
  ['login', /react\/(features\/connect\/login|companies)\//],
  ['addresses', /connection\/resolveLogin\.|core\/isEmail\./],
  ['rows', /kit\/src\/wallets\/(?!listWallets|walletsQuery|isListed)/],
  ['networks', /react\/features\/networks\//],
  ['search', /react\/ui\/[sS]earchField\./],
  ['catalogue', /kit\/src\/wallets\/walletsQuery\./],
  ['wallets', /kit\/src\/wallets\/listWallets\.|protocol\/src\/walletList\./],
  ['allWallets', /react\/features\/connect\/([aA]llWallets|useAllWallets|useInstalled|keepPlace)|react\/(useWalletPages|useDebounced)\./],
  ['grid', /react\/ui\/([vV]irtualGrid|useVisibleRows|useWidth)\./],
  ['steps', /react\/ui\/(nextIndex|useLatest)\./],
  ['qrCode', /react\/ui\/[qQ]rCode\./],
  ['connected', /react\/button\/whenConnected\.|react\/ui\/(Avatar|formatAmount)\.|react\/i18n\/(applyTexts|baseTexts)\./],
  ['help', /react\/features\/help\/|react\/useWallet\./],
  ['alert', /react\/modal\/[aA]lertBar\./],
  ['home', /react\/features\/beginAtHome\./],
  ['connecting', /react\/features\/(useConnectedElsewhere|connecting\/(ConnectingExternalView|messages))\.|react\/(useAttempt|useClipboard|useCopy|connectedWallets|useConnectedWallets|useCurrentWallet)\.|react\/modal\/(walletMessages|useWalletProblem|useLeave)\.|react\/ui\/(CopyIcon|[pP]rogress|[rR]ing)\./],
  ['scan', /react\/features\/connecting\//],
  ['profile', /react\/features\/profile\//],
  ['tabs', /react\/ui\/([tT]abs|nextTab)\./],
  ['balances', /kit\/src\/balances\/(getBalances|chainBalances)\./],
  ['identity', /kit\/src\/identity\/getIdentity\.|protocol\/src\/identity\./],
  ['nfts', /react\/features\/account\/nfts\/(?!messages)|kit\/src\/nfts\/getNfts\.|protocol\/src\/nfts\./],
  ['endings', /react\/features\/account\/activity\/EndedToasts\./],
  ['activityTexts', /react\/features\/account\/activity\/messages\./],
  ['transaction', /react\/features\/account\/activity\/(TransactionView|Fact|Party|formatFee)\.|kit\/src\/history\/feeQuery\./],
  ['activity', /react\/features\/account\/activity\/|react\/ui\/([vV]irtualList|useSight|sectionLayout)\.|kit\/src\/history\/(signOf|groupByMonth)\./],
  ['history', /kit\/src\/history\/(getHistory|isHidden|readEntry)\./],
  ['tokens', /react\/features\/account\/Tokens|react\/i18n\/formatAge\./],
  ['account', /react\/features\/account\/|react\/ui\/ChooseIcon\./],
  // of sending and naming alike; the address book itself and how amounts are read stand alone, for sites that use them without screens
  ['entering', /react\/(recipient\/|useLabels\.)/],
  ['send', /react\/features\/send\/(WalletSend|SendSelect|AmountField|RecipientField|TurnIcon|People|send\.|messages|formatExact|draft|use)|kit\/src\/send\/(mostOf|worth|recentRecipients|cleanName)\./],
  ['sendCosts', /kit\/src\/send\/(readFee|readSpendable)\./],
  ['progress', /react\/features\/send\/progress\/|kit\/src\/send\/(sendPrepared|prepareAgain)\./],
  ['review', /react\/features\/send\/(?!index)|kit\/src\/send\/(?!counterparties|resolveName|parseAmount|prepareRequest|readToken)/],
  ['receive', /react\/features\/receive\/(?!index)/],
  ['contacts', /react\/features\/contacts\/(?!index)/],
  ['transactions', /kit\/src\/connection\/transactions\/|core\/(pendingTransactions|readPending)\./],
  ['late', /kit\/src\/connection\/welcome\./],
  ['otherTabs', /kit\/src\/connection\/followTabs\./],
  ['shared', /kit\/src\/connection\/(awaitFlow|isHeld)\.|core\/(errors|adapterOf|linkOf|connectorId|alert|withLimit|session|toast|track|device|kit|namedBy)\.|protocol\/src\/(times|rpc)\./],
  ['connection', /kit\/src\/(connection|phones\/(appLink|rememberWallet|walletLinks))|core\/(errors|adapterOf|linkOf|connectorId|alert|withLimit|session|toast|track|device|kit|namedBy)\.|protocol\/src\/(times|rpc)\./],
  ['evmAddresses', /chains\/evm\/addresses\/(?!checksumOf)/],
  ['evmAssets', /chains\/evm\/assets\//],
  ['evmSend', /chains\/evm\/send\//],
  ['evmTransactions', /chains\/evm\/transactions\//],
  ['evmChain', /chains\/evm\/chain\./],
  ['evmPhone', /chains\/evm\/(phone|provider|quantity)\./],
  ['engine', /chains\/evm\/(?!evm\.|createFacets\.|lazyProvider\.|kitProvider\.|addresses\/|installed\/(createInstalledSource|discovery|walletFlags)\.)/],
  ['phones', /kit\/src\/phones\/(?!phones\.|connectionId\.|appLink\.|rememberWallet\.|walletLinks\.)/],
  ['walletconnect', /kit\/src\/walletconnect\/(?!crypto\/noble\.)/],
]

/** The chunk of a module: that of its group, else one of its own. */
export function chunkOf(id: string): string | null {
  // the one library that is bundled
  if (id.includes('/simple-icons/')) return 'login'
  const path = /packages\/((?:kit|protocol)\/src\/[^?]+)/.exec(id)?.[1]
  if (!path) return null
  // a language of a feature is one chunk; what every visit reads of a language is one, too
  const [, feature, locale] = /react\/(i18n|features\/\w+)\/locales\/(\w+)\./.exec(path) ?? []
  if (locale) return feature === 'i18n' || feature === 'features/connect' ? locale : `${feature?.split('/')[1]}-${locale}`
  return groups.find(([, modules]) => modules.test(path))?.[0] ?? path.replace(/\.tsx?$/, '').replace(/\.css$/, '.css')
}
