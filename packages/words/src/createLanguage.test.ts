import { expect, test } from 'vitest'
import { createLanguage, type LanguageOptions, type TranslationLoads } from './createLanguage.ts'
import { defineMessages, plural } from './messages.ts'

const approvals = defineMessages('approve', {
  reject: 'Reject',
  approve: 'Approve',
  bytes: plural('{count} byte', '{count} bytes'),
})

/** Makes a function that loads a language in which `reject` means "Reject". */
const speaks = (reject: string) => async () => ({ default: { approve: { reject } } })
const loads: TranslationLoads = {
  de: speaks('Ablehnen'),
  es: speaks('Rechazar'),
  fr: speaks('Refuser'),
  ar: async () => ({
    default: { approve: { reject: 'رفض', bytes: { one: 'بايت واحد', other: '{count} بايت' } } },
  }),
}
const offline = async () => Promise.reject(new Error('offline'))

const create = (options: Partial<LanguageOptions> = {}) =>
  createLanguage({ loads, patience: 1_000, ...options })

test('English is available at once, without a request', async () => {
  const language = create({
    loads: { de: () => expect.unreachable() },
    preferred: ['en-GB', 'de'],
  })
  await language.settled()
  expect([language.locale(), language.words(approvals)]).toEqual(['en', approvals.texts])
  expect(language.translation()).toBeUndefined()
})

test('the first supported language of the choice is shown once its texts are loaded', async () => {
  const language = create({ preferred: ['fr'] })
  const shown: string[] = []
  language.subscribe(() => shown.push(language.locale()))
  language.choose(['xx', 'de-AT', 'ja'])
  expect([language.locale(), language.chosen(), language.words(approvals).reject]).toEqual([
    'en',
    'de',
    'Reject',
  ])
  await language.settled()
  expect([language.locale(), language.words(approvals).reject, shown]).toEqual([
    'de',
    'Ablehnen',
    ['de'],
  ])
  expect(language.words(approvals)).toBe(language.words(approvals))
  language.choose(['en'])
  expect([language.words(approvals).reject, shown]).toEqual(['Reject', ['de', 'en']])
})

test('a text that a language does not have is shown in English, with English plurals', async () => {
  const language = create()
  language.choose(['de'])
  await language.settled()
  expect(language.words(approvals)).toEqual({ ...approvals.texts, reject: 'Ablehnen' })
  expect(language.words(approvals).bytes.locale).toBe('en')
  expect(language.words(defineMessages('other', { title: 'Title' })).title).toBe('Title')
})

test('a plural text uses the plural forms of its language', async () => {
  const language = create()
  language.choose(['ar'])
  await language.settled()
  expect(language.words(approvals).bytes).toEqual({
    locale: 'ar',
    forms: { one: 'بايت واحد', other: '{count} بايت' },
  })
})

test('without a choice the browser’s first supported language is used', async () => {
  const language = create({ preferred: ['sv', 'ar-EG'] })
  await language.settled()
  expect(language.locale()).toBe('ar')
})

test('the language that was chosen last is shown, in whatever order the texts load', async () => {
  let finish = () => {}
  const german = { default: { approve: { reject: 'Ablehnen' } } }
  const language = create({
    loads: {
      ...loads,
      de: () => new Promise((resolve) => (finish = () => resolve(german))),
    },
  })
  language.choose(['de'])
  const waiting = language.settled()
  language.choose(['es'])
  await language.settled()
  finish()
  await waiting
  expect(language.locale()).toBe('es')
})

test('when texts fail to load, the language stays, and the next choice loads them again', async () => {
  let isOffline = true
  const language = create({
    loads: { ...loads, fr: async () => (isOffline ? offline() : speaks('Refuser')()) },
  })
  language.choose(['de'])
  await language.settled()
  language.choose(['fr'])
  await language.settled()
  expect(language.locale()).toBe('de')
  isOffline = false
  language.choose(['fr'])
  await language.settled()
  expect(language.locale()).toBe('fr')
})

test('when texts fail to load and `failure` is `english`, English replaces the previous language', async () => {
  const language = create({ loads: { ...loads, fr: offline }, failure: 'english' })
  language.choose(['de'])
  await language.settled()
  language.choose(['fr'])
  await language.settled()
  expect([language.locale(), language.translation()]).toEqual(['en', undefined])
})

test('a language without a file is replaced by English', async () => {
  const language = create({ loads: {} })
  language.choose(['de'])
  await language.settled()
  expect(language.locale()).toBe('en')
})

test('`settled` waits for texts no longer than `patience`', async () => {
  let fire = () => {}
  let cancelled = 0
  const language = create({
    loads: { de: () => new Promise(() => {}) },
    patience: 300,
    setTimeout(done, milliseconds) {
      expect(milliseconds).toBe(300)
      fire = done
      return () => cancelled++
    },
  })
  language.choose(['de'])
  const waiting = language.settled()
  fire()
  await waiting
  expect([language.locale(), cancelled]).toEqual(['en', 0])
})

test('an error in a listener does not count as a failure to load texts', async () => {
  const language = create({ failure: 'english' })
  const stop = language.subscribe(() => {
    throw new Error('of the site')
  })
  const errors: unknown[] = []
  const note = (error: unknown) => errors.push(String(error))
  const before = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  process.on('unhandledRejection', note)
  language.choose(['de'])
  await language.settled()
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', note)
  for (const listener of before) process.on('unhandledRejection', listener)
  stop()
  expect([language.locale(), language.chosen(), errors[0]]).toEqual([
    'de',
    'de',
    'Error: of the site',
  ])
})
