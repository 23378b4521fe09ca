/**
 * How the package is cut. A folder under `features/` is a chunk, a nested one its own, but for what the table puts elsewhere. What a page carries from the start stays one file a module, so that a site's bundler drops what
 * it does not use. What is fetched later is put together by when it is needed: on a slow phone every request counts. Nothing
 * that an entry imports may stand in a group but `connection`, or a page that imports it carries the whole group.
 */
export const groups: readonly [name: string, modules: RegExp][] = [
  // only a check reads all English words at once; elsewhere each screen brings its own
  ['words', /react\/features\/\w+\/words\./],
  // what an open modal wants a moment later, each alone
  ['toasts', /react\/modal\/([tT]oasts|MessagesAndFocus|holdFocus)\.|react\/errorTexts\./],
  ['contradictions', /connection\/checkContradictions\./],
  ['modal', /react\/KitModal\.|react\/modal\/(?!walletMessages|useWalletProblem|useLeave|AlertBar|alertBar)|react\/styles\/layout|react\/isOnNamedNetwork\.|react\/features\/((?!useConnectedElsewhere)[^/]+|connect\/[^/]+|(connecting|frame)\/index\.ts)$|react\/ui\/(Button|icons|Notice|notice|Row|row|Mark|mark|button)\./],
  // a manifest, with the sentences of its errors, says little, and the modal asks for all of them at once
  ['manifests', /react\/features\/\w+\/(index|errors)\./],
  ['login', /react\/companies\//],
  ['addresses', /connection\/resolveLogin\.|core\/isEmail\./],
  ['rows', /kit\/src\/wallets\/(?!listWallets|walletsQuery|isListed)/],
  ['search', /react\/ui\/[sS]earchField\./],
  ['catalogue', /kit\/src\/wallets\/walletsQuery\./],
  ['wallets', /kit\/src\/wallets\/listWallets\.|protocol\/src\/walletList\./],
  ['allWallets', /react\/(useWalletPages|useDebounced)\./],
  ['grid', /react\/ui\/([vV]irtualGrid|useVisibleRows|useWidth)\./],
  ['steps', /react\/ui\/(nextIndex|useLatest)\./],
  ['qrCode', /react\/ui\/[qQ]rCode\./],
  ['connected', /react\/button\/whenConnected\.|react\/ui\/(Avatar|formatAmount)\.|react\/i18n\/(applyTexts|baseTexts)\./],
  ['help', /react\/useWallet\./],
  ['alert', /react\/modal\/[aA]lertBar\./],
  ['connecting', /react\/features\/useConnectedElsewhere\.|react\/(useAttempt|useClipboard|useCopy|connectedWallets|useConnectedWallets|useCurrentWallet)\.|react\/modal\/(walletMessages|useWalletProblem|useLeave)\.|react\/ui\/(CopyIcon|[pP]rogress|[rR]ing)\./],
  ['tabs', /react\/ui\/([tT]abs|nextTab)\./],
  ['balances', /kit\/src\/balances\/(getBalances|chainBalances)\./],
  ['identity', /kit\/src\/identity\/getIdentity\.|protocol\/src\/identity\./],
  ['nfts', /kit\/src\/nfts\/getNfts\.|protocol\/src\/nfts\./],
  // of lists, of one entry and of a message alike
  ['accountTexts', /react\/features\/account\/(activity|nfts)\/messages\./],
  ['transaction', /kit\/src\/history\/feeQuery\./],
  ['activity', /react\/ui\/([vV]irtualList|useSight|sectionLayout)\.|kit\/src\/history\/(signOf|groupByMonth)\./],
  ['history', /kit\/src\/history\/(getHistory|isHidden|readEntry)\./],
  ['tokens', /react\/i18n\/formatAge\./],
  ['account', /react\/ui\/ChooseIcon\./],
  // of sending and naming alike; the address book itself and how amounts are read stand alone, for sites that use them without screens
  ['entering', /react\/(recipient\/|useLabels\.)/],
  ['send', /kit\/src\/send\/(mostOf|worth|recentRecipients|cleanName)\./],
  ['sendCosts', /kit\/src\/send\/(readFee|readSpendable)\./],
  ['progress', /kit\/src\/send\/(sendPrepared|prepareAgain)\./],
  ['review', /kit\/src\/send\/(?!counterparties|resolveName|parseAmount|prepareRequest|readToken)/],
  ['transactions', /kit\/src\/connection\/transactions\/|core\/(pendingTransactions|readPending)\./],
  ['late', /kit\/src\/connection\/welcome\./],
  ['otherTabs', /kit\/src\/connection\/followTabs\./],
  ['shared', /kit\/src\/connection\/(awaitFlow|isHeld)\.|core\/(errors|adapterOf|linkOf|connectorId|alert|withLimit|session|toast|track|device|kit|namedBy)\.|protocol\/src\/(times|rpc)\./],
  ['connection', /kit\/src\/(connection|phones\/(appLink|rememberWallet|walletLinks))|core\/(errors|adapterOf|linkOf|connectorId|alert|withLimit|session|toast|track|device|kit|namedBy|accountMemory|createListeners)\.|protocol\/src\/(times|rpc)\./],
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
  // a folder under features/ is a chunk, a nested one its own
  const folder = /react\/features\/(?:.+\/)?(\w+)\/[^/]+$/.exec(path)?.[1]
  return groups.find(([, modules]) => modules.test(path))?.[0] ?? folder ?? path.replace(/\.tsx?$/, '').replace(/\.css$/, '.css')
}
