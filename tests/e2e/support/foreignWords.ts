import { readFileSync } from 'node:fs'
import type { APIRequestContext } from '@playwright/test'
import { currencies } from '@latchkey/protocol/currencies'
import { addressHead, addressTail } from '@latchkey/protocol/counts'
import { isPolkadotAddress } from '@latchkey/protocol/chains/polkadot'
import { isSolanaAddress } from '@latchkey/protocol/chains/solana'
import { screens } from '../../../apps/demo/src/screens/screens.ts'
import { signInMessage } from '../../../apps/demo/src/screens/signIn.ts'
import type { ScreenState } from '../../../apps/demo/src/screens/screenState.ts'

/**
 * Texts of a screen that are not translated: names of wallets, networks, tokens and stores, texts
 * of the test, and words that are the same in German. They are read when the test's first account
 * screen is shown, because the API has indexed the chain by then.
 */
export async function foreignWords(
  request: APIRequestContext,
  api: string,
  { params, answers, stored, sent, options, adapter, notices }: ScreenState,
): Promise<readonly string[]> {
  const accounts = adapter?.accounts ?? ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266']
  const owned = await Promise.all(
    accounts
      .flatMap((account) => [
        `account/${account}/balance?currency=usd`,
        `account/${account}/nfts`,
        `identity/${account}`,
      ])
      .map((path) => fetchJson(request, `${api}/v1/${path}`)),
  )
  const given = textsIn({ params, answers, stored, sent, options, adapter, notices, owned })
  return [
    ...known,
    ...given,
    ...given.flatMap((text) => [
      text.slice(0, 64),
      text.slice(0, 40),
      ...cleaned(text),
      ...labelOf(text),
      ...shortened(text),
    ]),
    'November',
  ] // long names are cut; the month “November” has the same name in German
}

/** An address of Solana or Polkadot as the screens show it. */
const shortened = (text: string) =>
  isSolanaAddress(text) || isPolkadotAddress(text)
    ? [`${text.slice(0, addressHead)}…${text.slice(-addressTail)}`]
    : []

/** The label of an account's name: the part before its zone. */
const labelOf = (text: string) =>
  (/^[\da-z-]+(?=\.[\da-z-]+\.[\da-z-]+$)/.exec(text) ?? []).slice(0, 1)

/** The answers of each test. */
const answersByUrl = new WeakMap<APIRequestContext, Map<string, Promise<unknown>>>()

function fetchJson(request: APIRequestContext, url: string): Promise<unknown> {
  const answers = answersByUrl.get(request) ?? new Map<string, Promise<unknown>>()
  answersByUrl.set(request, answers)
  const answer = answers.get(url) ?? request.get(url).then((response) => response.json())
  answers.set(url, answer)
  return answer
}

/**
 * A foreign text in its displayed form: without invisible characters, complete or cut to 64
 * characters with an ellipsis.
 */
function cleaned(text: string): readonly string[] {
  const plain = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  return [plain, Array.from(plain).slice(0, 63).join('')].filter(({ length }) => length > 2)
}

/**
 * Every text in a value that is long enough to be a word: foreign names, labels and descriptions.
 */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.length > 2 ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Untranslated texts of all screens. */
const known = readKnown()

function readKnown(): readonly string[] {
  const catalogue = JSON.parse(
    readFileSync(new URL('../../../services/api/data/wallets.json', import.meta.url), 'utf8'),
  ) as { name: string }[] // the API reads this file in this form
  const shown = screens.flatMap(({ adapter, options, recents, params }) => [
    ...(adapter?.connectors ?? []),
    ...(options?.customWallets ?? []),
    ...(recents ?? []),
    ...walletIn(params),
  ])
  return [
    'Max',
    'Token',
    'Name',
    'Total', // words that are the same in German
    'Invalid App Configuration', // messages for developers, which are English
    signInMessage,
    'reown.id',
    'WalletConnect',
    'Latchkey Devnet',
    'Ethereum',
    'Solana',
    'iPhone',
    'Android',
    'Browser',
    'Computer',
    'NFTs',
    'ERC-721',
    'ERC-1155',
    'Euro',
    'Bitcoin',
    'Polkadot',
    'Polkadot Asset Hub',
    '12.300 DOT', // three places have the same form in these languages
    'wallet', // the last is the search text of one screen
    ...currencies.map((currency) => currency.toUpperCase()),
    ...catalogue.map(({ name }) => name),
    ...shown.flatMap(({ id, name }) => [id, name]),
  ]
}

function walletIn(params: unknown) {
  return typeof params === 'object' && params !== null && 'wallet' in params
    ? [params.wallet as { id: string; name: string }]
    : [] // screens.ts has wallets in this form
}
