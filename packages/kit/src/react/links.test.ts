import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * Every link of the kit's screens, by file. A comment names the function of
 * `@latchkey/protocol/links` that checks an untrusted URL.
 */
const links: { readonly [file: string]: readonly string[] } = {
  // URLs from the site's own options, which are trusted
  'features/help/LearnMore.tsx': ['learnMoreUrl'],
  'features/connect/legal/Legal.lazy.tsx': [
    'options.termsConditionsUrl',
    'options.privacyPolicyUrl',
    'href',
  ],
  'transaction/TransactionLink.tsx': ['`${explorer.url}/tx/${hash}`'],
  'features/account/Identity.tsx': ['`${explorer.url}/address/${address}`'],
  'features/account/activity/transaction/Fact.tsx': ['`${explorer.url}/address/${address}`'],
  'features/onramp/order/BoughtRow.tsx': ['`${explorer.url}/tx/${hash}`'],
  // `isPageLink` checks it when the API's answer is read, and again when it is read from storage
  'features/onramp/order/Choices.tsx': ['url'],
  'features/help/GetWalletView.lazy.tsx': ['walletGuide'],
  // `isPageLink` in this view; the explorer's URL comes from the site
  'features/account/nfts/NftView.lazy.tsx': [
    'externalUrl',
    '`${explorer.url}/address/${contract}`',
  ],
  // `appLink`, `browserLink` and `isPageLink` check them
  'features/connecting/scan/OpenWallet.tsx': ['href', 'inside', 'store'],
  'features/connecting/scan/ScanCode.tsx': ['inside'],
  // `isPageLink` checks it when the frame's answer is read (embedded/logInByFarcaster.ts)
  'features/social/farcaster/FarcasterLink.tsx': ['uri'],
  // `browserLink` checks it
  'features/connect/OwnBrowsers.lazy.tsx': ['href'],
  // `storesOf` and `browserLink` check them
  'features/help/StoreLink.tsx': ['href'],
  'features/help/StoreLinks.tsx': ['inside', 'store', 'inside', 'homepage'],
  'features/help/StoreCodes.tsx': ['extension.url', 'code.url', 'desktop', 'homepage'],
}

test('every link in the React code is in the list of this test', () => {
  const found = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file): [string, string[]][] => {
      const all = [
        ...readFileSync(`${import.meta.dirname}/${file}`, 'utf8').matchAll(
          /\bhref=(?:\{((?:[^{}]|\{[^{}]*\})*)\}|("[^"]*"))/g,
        ),
      ].map(([, expression, text]) => expression ?? text ?? '')
      return all.length > 0 ? [[file, all]] : []
    })
  expect(Object.fromEntries(found)).toEqual(links)
})
