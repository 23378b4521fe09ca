// Checks that every language of the kit, of the embedded wallet, of its mails and pages, and of the
// checkout has the same keys, placeholders and numbers as English, in its own words and script.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { register } from 'tsx/esm/api'
import { root } from './root.mjs'
import { trackedFiles } from './trackedFiles.mjs'

const react = 'packages/kit/src/react'
/**
 * English texts that other languages may repeat: names everywhere, and words that a language
 * shares.
 */
const shared = {
  all: [
    'WalletConnect',
    'iPhone',
    'Android',
    'NFTs',
    '{day}, {clock} UTC',
    '{name}: {value}',
    '{browser} · {origin}',
    '{origin} · {time}',
  ],
  'wallet de': [
    'Token',
    'Browser',
    'Passkey',
    'Name',
    'Code',
    '{count} min',
    '{count} h',
    '{count} s',
  ],
  'wallet es': ['Token', '{amount} tokens', '{count} min', '{count} h', '{count} s'],
  'wallet fr': [
    'Token',
    'Message',
    'Site',
    '{amount} tokens',
    '{count} min',
    '{count} h',
    '{count} s',
  ],
  'wallet pt': ['Token', 'Site', '{amount} tokens', '{count} min', '{count} h', '{count} s'],
  'wallet tr': ['Token', 'Program'],
  'wallet vi': ['Token'],
  'wallet id': ['Token', 'Total', 'Browser', 'Program', 'Salt'],
  'wallet it': [
    'Token',
    'Browser',
    'Account',
    'Passkey',
    'e-mail',
    'password',
    'passkey',
    '{count} min',
    '{count} h',
    '{count} s',
  ],
  'wallet nl': [
    'Token',
    'Code',
    'Browser',
    'Account',
    'Contract',
    'Passkey',
    'e-mail',
    'passkey',
    'Salt',
    'Site',
    '{amount} tokens',
    '{count} min',
    '{count} s',
  ],
  'wallet pl': ['Token', 'Program', '{count} min', '{count} s'],
  de: ['Browser', 'Computer', 'Name', 'Token', 'Max'],
  es: ['Token', 'Total'],
  fr: ['Max', 'Total', 'Transaction'],
  pt: ['Token', 'Total'],
  tr: ['Token'],
  vi: ['Token'],
  id: ['Browser', 'Status', 'Token', 'Total'],
  it: ['Account', 'Account {value}', 'Browser', 'Computer', 'Max', 'Standard', 'Token'],
  nl: [
    'Account',
    'Account {value}',
    'Browser',
    'Computer',
    'Contract',
    'Details',
    'Max',
    'Status',
    'Token',
    'Tokens',
    'Wallets',
  ],
  pl: ['Token'],
}

/**
 * The beginning of each language's word for these things: one word for one thing, on every screen.
 */
const glossary = {
  de: { wallet: /wallet/i, network: /netz/i },
  es: { wallet: /wallet/i, network: /red/i },
  fr: { wallet: /wallet/i, network: /réseau/i },
  pt: { wallet: /carteira/i, network: /rede/i },
  ja: { wallet: /ウォレット/, network: /ネットワーク/ },
  zh: { wallet: /钱包/, network: /网络/ },
  ar: { wallet: /محفظ|محافظ/, network: /شبك/ },
  ko: { wallet: /지갑/, network: /네트워크/ },
  ru: { wallet: /кошел/i, network: /сет/i },
  tr: { wallet: /cüzdan/i, network: /ağ/i },
  vi: { wallet: /ví/i, network: /mạng/i },
  id: { wallet: /dompet/i, network: /jaringan/i },
  it: { wallet: /wallet/i, network: /ret[ei]/i },
  nl: { wallet: /wallet/i, network: /netwerk/i },
  pl: { wallet: /portfel/i, network: /sie[cć]/i },
  uk: { wallet: /гаман/i, network: /мереж/i },
  hi: { wallet: /वॉलेट/, network: /नेटवर्क/ },
  th: { wallet: /วอลเล็ต/, network: /เครือข่าย/ },
  fa: { wallet: /کیف پول/, network: /شبکه/ },
}
/** Texts that say it without the word. */
const wordless = {
  ja: ['error.offline', 'solana.untold', 'swapReview.unchecked'],
  ko: ['connect.allFound', 'server.vaultText'],
}

/**
 * The things that an English text names and its translation does not, by the language's own word or
 * a placeholder.
 */
function unnamed(text, english, locale) {
  const plain = english.replaceAll(/\{\w+\}/g, ' ')
  return Object.entries(glossary[locale] ?? {})
    .filter(
      ([thing, word]) =>
        new RegExp(`\\b${thing}s?\\b`, 'i').test(plain) &&
        !word.test(text) &&
        !text.includes(`{${thing}}`),
    )
    .map(([thing]) => thing)
}

register()
const load = (path) => import(join(root, path))
const sources = trackedFiles().filter(
  (path) =>
    path.startsWith('packages/kit/src/') && /\.tsx?$/.test(path) && !path.includes('.test.'),
)

/** The folder of texts to which a path belongs: that of a feature, or the rest of the modal. */
const homeOf = (path) => /features\/\w+/.exec(path)?.[0]
/**
 * The labels of a feature's account actions stand in its folder, in the scope of the Account
 * screen.
 */
const ofActions = (path) => `account, of ${homeOf(path)}`

/**
 * English texts by scope: each `messages.ts`, the meanings of wallets' errors, the words of the
 * buttons, and the errors that a visitor may read.
 */
async function readEnglish() {
  const english = {}
  for (const path of sources.filter(
    (path) => path.startsWith(react) && /(?<!i18n)\/messages\.ts$/.test(path),
  )) {
    const { messages } = await load(path)
    if (english[messages.scope])
      throw new Error(`${path}: another messages.ts has the scope "${messages.scope}"`)
    english[messages.scope] = { path, texts: messages.texts }
  }
  const {
    words: [connect],
  } = await load(`${react}/features/connect/words.ts`) // includes texts that only some visits show
  english.connect = { path: `${react}/features/connect/words.ts`, texts: connect.texts }
  const { walletMessages } = await load(`${react}/hooks/walletMessages.ts`)
  english.wallet = { path: `${react}/hooks/walletMessages.ts`, texts: walletMessages.texts }
  for (const path of sources.filter(
    (path) =>
      /features\/\w+\/index\.ts$/.test(path) &&
      readFileSync(join(root, path), 'utf8').includes('accountActions:'),
  )) {
    const { accountActions } = Object.values(await load(path))[0]
    for (const { name, label } of accountActions)
      english[ofActions(path)] = {
        path,
        texts: { ...english[ofActions(path)]?.texts, [name]: label },
      }
  }
  const { words } = await load(`${react}/page/button/words.ts`)
  english.button = { path: `${react}/page/button/words.ts`, texts: words }
  return english
}

/** Codes of errors that the code shows in a toast by name. */
function shownErrors() {
  const calls = sources.flatMap((path) => [
    ...readFileSync(join(root, path), 'utf8').matchAll(/showToast\([^)]*?message: '(\w+)'/g),
  ])
  return calls.map(([, code]) => code)
}

const placeholdersOf = (text) => [...new Set(text.match(/\{\w+\}/g))].sort().join(' ')

const numbersOf = (text) => text.replaceAll(/\{\w+\}/g, '').match(/\p{Nd}+/gu) ?? []
/** Numbers that some language writes as words. */
const numerals = {
  1: /\b(a|an|one|once|every)\b/i,
  2: /\b(two|half)\b/i,
  3: /\bthree\b/i,
  4: /\bfour\b|أربعة/i,
  5: /\bfive\b/i,
}
const says = (text, number) => numbersOf(text).includes(number) || numerals[number]?.test(text)

/** The scripts that languages write in, where it is not the Latin one. */
const scripts = {
  ja: /[\p{sc=Han}\p{sc=Hira}\p{scx=Kana}]/u,
  zh: /\p{sc=Han}/u,
  ar: /\p{scx=Arab}/u,
  fa: /\p{scx=Arab}/u,
  ko: /\p{sc=Hang}/u,
  ru: /\p{sc=Cyrl}/u,
  uk: /\p{sc=Cyrl}/u,
  hi: /\p{sc=Deva}/u,
  th: /\p{sc=Thai}/u,
}

/** Words that all languages write in Latin letters, also where English has another word. */
const terms = ['NFT', 'ID', 'nonce', 'keystore']

/**
 * Words of a text that its language does not write so: in another script, if English does not have
 * them, or in two scripts.
 */
function foreignWords(text, english, locale) {
  const own = scripts[locale.replace('wallet ', '')] ?? /\p{sc=Latn}/u
  const words = text.replaceAll(/\{\w+\}/g, ' ').match(/[\p{L}\p{M}\u200c]+/gu) ?? []
  return words.filter((word) => {
    const strange = [...word].filter((letter) => /\p{L}/u.test(letter) && !own.test(letter))
    return (
      strange.length > 0 &&
      !(
        strange.every((letter) => /\p{sc=Latn}/u.test(letter)) &&
        (english.toLowerCase().includes(strange.join('').toLowerCase()) ||
          terms.includes(strange.join('')))
      )
    )
  })
}

/** Faults of one text. @param name `scope.key` */
function faultsOf(name, text, english, locale) {
  return [
    text.trim() !== text && 'begins or ends with a space',
    text.trim() === '' && 'is empty',
    /[!！¡]/.test(text) && 'has an exclamation mark',
    text === english &&
      ![...shared.all, ...(shared[locale] ?? [])].includes(text) &&
      'is the English text',
    ...numbersOf(english)
      .filter((number) => !says(text, number))
      .map((number) => `lacks the number ${number}`),
    ...numbersOf(text)
      .filter((number) => !says(english, number))
      .map((number) => `has the number ${number}, which English has not`),
    ...(wordless[locale.replace('wallet ', '')]?.includes(name)
      ? []
      : unnamed(text, english, locale.replace('wallet ', ''))
    ).map(
      (thing) => `has another word for "${thing}" than the glossary in scripts/check-locales.mjs`,
    ),
    ...foreignWords(text, english, locale).map(
      (word) => `has "${word}", which is not in its script`,
    ),
    placeholdersOf(text) !== placeholdersOf(english) &&
      `has the placeholders "${placeholdersOf(text)}", English has "${placeholdersOf(english)}"`,
  ].filter(Boolean)
}

/** Faults of one language's texts of one scope. */
function compare({ path, locale }, scope, texts, english) {
  const absent = Object.keys(english.texts).filter((key) => !(key in texts))
  const missing = absent.length
    ? [`${path}: of ${english.path} it lacks ${absent.map((key) => `${scope}.${key}`).join(', ')}`]
    : []
  const present = Object.entries(texts).flatMap(([key, text]) =>
    key in english.texts
      ? faultsOf(`${scope}.${key}`, text, english.texts[key], locale).map(
          (fault) => `${path}: ${scope}.${key} ${fault}`,
        )
      : [`${path}: ${scope}.${key} is not in ${english.path}`],
  )
  return [...missing, ...present]
}

const { locales } = await load('packages/kit/src/core/locale.ts')
const { sentenceOf } = await load('packages/kit/src/core/errors.ts')
const english = await readEnglish()
const translations = await Promise.all(
  locales
    .filter((locale) => locale !== 'en')
    .map(async (locale) => {
      const paths = sources.filter((path) => path.endsWith(`/locales/${locale}.ts`))
      if (!sources.includes(`${react}/i18n/languages/${locale}.ts`))
        throw new Error(
          `${react}/i18n/languages has no ${locale}.ts, so no page could load the language`,
        )
      const parts = await Promise.all(
        paths.map(async (path) =>
          Object.entries((await load(path)).default).map(([scope, texts]) => ({
            scope:
              scope === 'account' && homeOf(path) !== 'features/account' ? ofActions(path) : scope,
            texts,
            path,
          })),
        ),
      )
      return { locale, parts: parts.flat() }
    }),
)

// if any language translates an error, visitors may read that error
const codes = new Set([
  ...shownErrors(),
  ...translations.flatMap(({ parts }) =>
    parts.filter(({ scope }) => scope === 'error').flatMap(({ texts }) => Object.keys(texts)),
  ),
])
const sentences = [...codes]
  .map((code) => [code, sentenceOf(code)])
  .filter(([, sentence]) => sentence !== undefined)
english.error = { path: 'packages/kit/src/core/errors.ts', texts: Object.fromEntries(sentences) }

const findings = translations.flatMap(({ locale, parts }) => [
  ...parts
    .filter(({ scope }) => !english[scope])
    .map(({ scope, path }) => `${path}: no messages.ts has the scope "${scope}"`),
  ...Object.entries(english).flatMap(([scope, one]) => {
    const [part, twin] = parts.filter((part) => part.scope === scope)
    if (!part) return [`${one.path}: no locales/${locale}.ts has the scope "${scope}"`]
    const misplaced = homeOf(part.path) !== homeOf(one.path) || twin
    return [
      ...(misplaced
        ? [`${part.path}: "${scope}" belongs beside ${one.path}, and there alone`]
        : []),
      ...compare({ path: part.path, locale }, scope, part.texts, one),
    ]
  }),
])

/**
 * The embedded wallet: the texts of its frame by scope, and those of its mails and pages. Each
 * language has one file of each.
 */
const frameFolder = 'services/wallet/src/frame'
const serverWords = 'services/wallet/src/server/words'
const framePaths = trackedFiles().filter(
  (path) => path.startsWith(frameFolder) && path.endsWith('/messages.ts'),
)
const frameEnglish = await Promise.all(
  framePaths.map(async (path) => ({ path, ...(await load(path)).messages })),
)
const serverEnglish = {
  path: `${serverWords}/messages.ts`,
  texts: (await load(`${serverWords}/messages.ts`)).messages,
}
const checkoutWords = 'services/api/src/onramp/checkout/words'
const checkoutEnglish = {
  path: `${checkoutWords}/messages.ts`,
  texts: (await load(`${checkoutWords}/messages.ts`)).messages,
}
for (const locale of locales.filter((locale) => locale !== 'en')) {
  const path = `${frameFolder}/words/locales/${locale}.ts`
  const { default: spoken } = await load(path)
  for (const one of frameEnglish)
    findings.push(
      ...compare({ path, locale: `wallet ${locale}` }, one.scope, spoken[one.scope] ?? {}, one),
    )
  for (const scope of Object.keys(spoken))
    if (!frameEnglish.some((one) => one.scope === scope))
      findings.push(`${path}: no messages.ts has the scope "${scope}"`)
  const checkoutPath = `${checkoutWords}/locales/${locale}.ts`
  findings.push(
    ...compare(
      { path: checkoutPath, locale: `wallet ${locale}` },
      'checkout',
      (await load(checkoutPath)).default,
      checkoutEnglish,
    ),
  )
  const serverPath = `${serverWords}/locales/${locale}.ts`
  findings.push(
    ...compare(
      { path: serverPath, locale: `wallet ${locale}` },
      'server',
      (await load(serverPath)).default,
      serverEnglish,
    ),
  )
}
for (const one of [...frameEnglish, serverEnglish, checkoutEnglish]) english[one.path] = one

findings.forEach((finding) => console.error(finding))
const count = Object.values(english).reduce((sum, { texts }) => sum + Object.keys(texts).length, 0)
console.log(`${count} texts in ${translations.length + 1} languages, ${findings.length} findings`)
process.exitCode = findings.length ? 1 : 0
