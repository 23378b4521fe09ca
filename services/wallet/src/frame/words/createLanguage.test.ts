import { expect, test } from 'vitest'
import { messages as approvals } from '../approve/messages.ts'
import { createLanguage, type TextLoads } from './createLanguage.ts'
import { textLoads } from './textLoads.ts'

const failing: TextLoads = { ...textLoads, fr: async () => Promise.reject(new Error('offline')) }

test('English is there at once, without a request', async () => {
  const language = createLanguage({ ...textLoads, de: () => expect.unreachable() }, ['en-GB', 'de'])
  await language.settled()
  expect([language.locale(), language.words(approvals)]).toEqual(['en', approvals.texts])
})

test('speaks the first language that it knows of those chosen, and tells when its texts are there', async () => {
  const language = createLanguage(textLoads, ['fr'])
  const notified: string[] = []
  language.subscribe(() => notified.push(language.locale()))
  language.choose(['xx', 'de-AT', 'ja'])
  expect([language.locale(), language.chosen(), language.words(approvals).reject]).toEqual([
    'en',
    'de',
    'Reject',
  ])
  await language.settled()
  expect([language.locale(), language.words(approvals).reject, notified]).toEqual([
    'de',
    'Ablehnen',
    ['de'],
  ])
  expect(language.words(approvals)).toBe(language.words(approvals))
  language.choose(['en'])
  expect([language.words(approvals).reject, notified]).toEqual(['Reject', ['de', 'en']])
})

test('where nobody has chosen it speaks the browser’s language', async () => {
  const language = createLanguage(textLoads, ['sv', 'ar-EG'])
  await language.settled()
  expect(language.locale()).toBe('ar')
})

test('the language that was chosen last is shown, whichever comes last', async () => {
  let finish = () => {}
  const slow: TextLoads = {
    ...textLoads,
    de: () => new Promise((resolve) => (finish = () => void textLoads.de().then(resolve))),
  }
  const language = createLanguage(slow, [])
  language.choose(['de'])
  language.choose(['es'])
  await language.settled()
  finish()
  await textLoads.de()
  expect(language.locale()).toBe('es')
})

test('texts that fail to load leave the language as it is, and the same choice tries again', async () => {
  let isOffline = true
  const language = createLanguage(
    { ...failing, fr: async () => (isOffline ? failing.fr() : textLoads.fr()) },
    [],
  )
  language.choose(['fr'])
  await language.settled()
  expect(language.locale()).toBe('en')
  isOffline = false
  language.choose(['fr'])
  await language.settled()
  expect(language.locale()).toBe('fr')
})
