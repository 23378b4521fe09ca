import type { TranslationLoads } from '@latchkey/words/createLanguage'
import type { Translation } from '@latchkey/words/messages'
import type { TranslationFile } from '@latchkey/words/readTranslation'
import { mainnet } from 'viem/chains'
import { beforeAll, expect, test } from 'vitest'
import { evm } from '../../chains/evm/evm.ts'
import { locales } from '../../core/options/locale.ts'
import type { Kit } from '../../core/kit/kit.ts'
import type { Locale } from '../../core/options/locale.ts'
import { memoryStorage } from '../../core/storage/storage.ts'
import { createKit } from '../../createKit.ts'
import { applyTexts } from './applyTexts.ts'

const files = import.meta.glob<{ default: TranslationFile }>('../../locales/*.json')
// Loads the files first: a screen waits only briefly for its texts, and a busy machine may need
// longer.
beforeAll(() => Promise.all(Object.values(files).map((load) => load())), 60_000)

const kitIn = (locale: Locale) =>
  createKit({
    metadata: { name: 'Shop', url: 'https://shop.example.org' },
    networks: [mainnet],
    adapters: [evm()],
    storage: memoryStorage(),
    locale,
  })

test('every language except English has its own texts for every screen', async () => {
  const titles = await Promise.all(
    locales.map(async (locale) => {
      const kit = kitIn(locale)
      await applyTexts(kit)
      const { connect, modal, siwx, account } = kit.getState().texts ?? {}
      return [connect?.['title'], modal?.['back'], siwx?.['title'], account?.['send']]
    }),
  )
  for (const place of titles[0]?.keys() ?? [])
    expect(titles.filter((title) => title[place] === undefined)).toHaveLength(1)
  expect(titles[locales.indexOf('en')]).toEqual([undefined, undefined, undefined, undefined])
  expect(new Set(titles.map(String)).size).toBe(locales.length)
})

/** Resolves to the kit's texts when they next change. */
const nextTexts = (kit: Kit) =>
  new Promise<Translation | undefined>((resolve) => {
    const stop = kit.subscribe(({ texts }, before) => {
      if (texts === before.texts) return
      stop()
      resolve(texts)
    })
  })

test('every change of the language changes the texts, also a change back to English', async () => {
  const kit = kitIn('de')
  await applyTexts(kit)
  const japanese = nextTexts(kit)
  kit.setLocale('ja')
  expect((await japanese)?.connect?.title).toBe('ウォレットを接続')
  kit.setLocale('en')
  expect(kit.getState().texts).toBeUndefined()
})

test('texts that load after another language was chosen are ignored', async () => {
  const kit = kitIn('de')
  const german = applyTexts(kit)
  kit.setLocale('en')
  await german
  expect(kit.getState().texts).toBeUndefined()
})

test('two calls of applyTexts subscribe once and load the texts once', async () => {
  const kit = kitIn('en')
  await applyTexts(kit)
  await applyTexts(kit)
  let changes = 0
  const german = nextTexts(kit)
  kit.setLocale('de')
  kit.subscribe(() => changes++)
  const texts = await german
  await applyTexts(kit)
  expect(changes).toBe(1)
  expect(kit.getState().texts).toBe(texts)
})

const german = {
  connect: { title: 'Wallet verbinden' },
  connecting: { waitingTitle: 'Weiter in {wallet}' },
  modal: { back: 'Zurück' },
}
const offline = () => Promise.reject(new Error('offline'))

/** Functions that load the texts. German fails while `isOffline` returns true. */
const shaky = (isOffline: () => boolean): TranslationLoads => ({
  de: () => (isOffline() ? offline() : (files['../../locales/de.json']?.() ?? offline())),
})

test('when a language fails to load, English is shown, and the next screen loads it again', async () => {
  const kit = kitIn('de')
  let isOffline = true
  const loads = shaky(() => isOffline)
  await applyTexts(kit, loads)
  expect(kit.getState().texts).toBeUndefined()
  isOffline = false
  await applyTexts(kit, loads)
  expect(kit.getState().texts).toMatchObject(german)
})

test('when the network is lost, loaded texts stay', async () => {
  const kit = kitIn('de')
  let isOffline = false
  const loads = shaky(() => isOffline)
  await applyTexts(kit, loads)
  isOffline = true
  await applyTexts(kit, loads)
  expect(kit.getState().texts).toMatchObject(german)
})
