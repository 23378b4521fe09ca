// Checks the translations: `npm run words` lists the texts that a language lacks, which are shown
// in English. It refuses texts whose placeholders or numbers differ from the English text, or whose
// words or script are wrong for the language. With `--complete`, as in a release, it also refuses
// missing texts.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { register } from 'tsx/esm/api'
import { root } from './root.mjs'
import { trackedFiles } from './trackedFiles.mjs'

/**
 * English texts that a translation may repeat: names in all languages (`all`), and words that a
 * language shares with English.
 */
const shared = {
  all: [
    'WalletConnect',
    '{rate} sat/vB',
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
 * The stem of the word for each thing in each language. Every translation that names the thing has
 * to use this word.
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
/** Texts whose translation need not contain the word. */
const wordless = {
  ja: ['error.offline', 'solana.untold', 'swapReview.unchecked'],
  ko: ['connect.allFound', 'server.vaultText'],
}

/**
 * The things that the English text names, but the translation names neither by the language's word
 * nor by a placeholder.
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
const files = trackedFiles()

/** The folders with the languages of services. */
const localesOfServices = new Set(
  files.filter((path) => /^services\/.*\/locales\/[\w-]+\.json$/.test(path)).map(dirname),
)

/**
 * The texts of one program: the folder of its languages, and its English texts by scope. `name`
 * stands before the language in the keys of the tables above.
 */
const programs = [
  { name: '', folder: 'packages/kit/src/locales', english: await englishOfKit() },
  ...(await Promise.all(
    [...localesOfServices].map(async (folder) => ({
      name: 'wallet ',
      folder,
      english: await cataloguesIn(`${dirname(folder)}/`),
    })),
  )),
]

/** The English texts of all `messages.ts` in a folder, by scope. */
async function cataloguesIn(folder) {
  const scopes = {}
  for (const path of files.filter(
    (path) => path.startsWith(folder) && path.endsWith('/messages.ts'),
  )) {
    const { messages } = await load(path)
    if (scopes[messages.scope])
      throw new Error(`${path}: another messages.ts has the scope "${messages.scope}"`)
    scopes[messages.scope] = messages.texts
  }
  return scopes
}

/**
 * The English texts of the kit: those of each `messages.ts` of screens and chains, the texts of
 * connecting that only some visits show, the meanings of wallets' errors, the labels of the
 * account's actions, the texts of the buttons, and the errors.
 */
async function englishOfKit() {
  const react = 'packages/kit/src/react'
  const scopes = {
    ...(await cataloguesIn(`${react}/`)),
    ...(await cataloguesIn('packages/kit/src/chains/')),
  }
  const {
    words: [connect],
  } = await load(`${react}/features/connect/words.lazy.ts`)
  scopes.connect = connect.texts
  scopes.wallet = (await load(`${react}/hooks/walletMessages.ts`)).walletMessages.texts
  scopes.button = (await load(`${react}/button/words.ts`)).words
  for (const path of files.filter((path) => /react\/features\/\w+\/index\.ts$/.test(path))) {
    if (!readFileSync(join(root, path), 'utf8').includes('accountActions:')) continue
    const [manifest] = Object.values(await load(path))
    for (const { name, label } of manifest.accountActions)
      scopes.account = { ...scopes.account, [name]: label }
  }
  for (const path of files.filter((path) => /react\/features\/\w+\/errors\.ts$/.test(path)))
    scopes.error = { ...scopes.error, ...(await load(path)).errors.texts }
  return scopes
}

/** Codes of errors that the kit shows by name in a toast. */
function shownErrors() {
  const sources = files.filter(
    (path) => /^packages\/kit\/src\/.*\.tsx?$/.test(path) && !path.includes('.test.'),
  )
  const calls = sources.flatMap((path) => [
    ...readFileSync(join(root, path), 'utf8').matchAll(/showToast\([^)]*?message: '(\w+)'/g),
  ])
  return calls.map(([, code]) => code)
}

const placeholdersOf = (text) => [...new Set(text.match(/\{\w+\}/g))].sort().join(' ')

const numbersOf = (text) => text.replaceAll(/\{\w+\}/g, '').match(/\p{Nd}+/gu) ?? []
/** Numbers that a text may contain as a word, with patterns of these words. */
const numerals = {
  1: /\b(a|an|one|once|every)\b/i,
  2: /\b(two|half)\b/i,
  3: /\bthree\b/i,
  4: /\bfour\b|أربعة/i,
  5: /\bfive\b/i,
}
const says = (text, number) => numbersOf(text).includes(number) || numerals[number]?.test(text)

/** The scripts of the languages that do not use Latin letters. */
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

/** Words that all languages write in Latin letters, even if the English text has another word. */
const terms = ['NFT', 'ID', 'nonce', 'keystore']

/**
 * The words of a translation with letters outside the language's script. Latin letters are allowed
 * if the English text contains them in this order, or if they are one of `terms`.
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
    ).map((thing) => `has another word for "${thing}" than the glossary in scripts/words.mjs`),
    ...foreignWords(text, english, locale).map(
      (word) => `has "${word}", which is not in its script`,
    ),
    placeholdersOf(text) !== placeholdersOf(english) &&
      `has the placeholders "${placeholdersOf(text)}", English has "${placeholdersOf(english)}"`,
  ].filter(Boolean)
}

/**
 * The forms of a message by plural category. A message without a plural has one form, under the
 * empty key.
 */
const formsOf = (message) =>
  typeof message === 'string' ? { '': message } : (message.forms ?? message)

/** Faults of a translated message. A form of a plural need not contain the count. */
function faultsOfMessage(name, message, english, locale) {
  const language = locale.replace('wallet ', '')
  const source = typeof english === 'string' ? english : english.forms.other
  const forms = formsOf(message)
  if ('' in forms) return faultsOf(name, forms[''], source, locale)
  if (typeof english === 'string') return ['is a plural, English is not']
  const rules = new Intl.PluralRules(language)
  const { pluralCategories } = rules.resolvedOptions()
  // the forms that counts below 200 use: some languages have further forms only for millions or
  // fractions
  const usual = new Set([
    'other',
    ...Array.from({ length: 200 }, (_, count) => rules.select(count)),
  ])
  return [
    ...[...usual]
      .filter((category) => !(category in forms))
      .map((category) => `lacks the form "${category}" of its plural`),
    ...Object.entries(forms).flatMap(([category, form]) => [
      ...(pluralCategories.includes(category) ? [] : [`has no plural "${category}"`]),
      ...faultsOf(name, form.includes('{count}') ? form : `${form}{count}`, source, locale).map(
        (fault) => `(${category}) ${fault}`,
      ),
    ]),
  ]
}

const { locales } = await load('packages/kit/src/core/options/locale.ts')
const { sentenceOf } = await load('packages/kit/src/core/errors/errors.ts')
const [kit] = programs
const translationsOf = ({ folder }) =>
  Object.fromEntries(
    locales
      .filter((locale) => locale !== 'en')
      .map((locale) => [
        locale,
        JSON.parse(readFileSync(join(root, folder, `${locale}.json`), 'utf8')),
      ]),
  )

// if one language translates an error, visitors may read it, so every language needs it
const ofErrors = Object.values(translationsOf(kit)).flatMap(({ error }) => Object.keys(error ?? {}))
kit.english.error ??= {}
for (const code of [...shownErrors(), ...ofErrors])
  kit.english.error[code] ??= sentenceOf(code) ?? kit.english.error[code]
for (const code of Object.keys(kit.english.error))
  if (kit.english.error[code] === undefined) delete kit.english.error[code]

const faults = []
const missing = []
let count = 0
for (const program of programs) {
  const { folder, english, name } = program
  count += Object.values(english).reduce((sum, texts) => sum + Object.keys(texts).length, 0)
  for (const [locale, translation] of Object.entries(translationsOf(program))) {
    const path = `${folder}/${locale}.json`
    for (const [scope, texts] of Object.entries(english))
      for (const key of Object.keys(texts))
        if (translation[scope]?.[key] === undefined) missing.push(`${path}: ${scope}.${key}`)
    for (const [scope, texts] of Object.entries(translation))
      for (const [key, message] of Object.entries(texts))
        faults.push(
          ...(english[scope]?.[key] === undefined
            ? [`${path}: ${scope}.${key} is not in English`]
            : faultsOfMessage(`${scope}.${key}`, message, english[scope][key], name + locale).map(
                (fault) => `${path}: ${scope}.${key} ${fault}`,
              )),
        )
  }
}

const isRelease = process.argv.includes('--complete')
for (const fault of faults) console.error(fault)
for (const text of missing) console.error(`${text} is missing: English is shown`)
console.log(
  `${count} texts in ${locales.length} languages, ${missing.length} missing, ${faults.length} faults`,
)
process.exitCode = faults.length || (isRelease && missing.length) ? 1 : 0
