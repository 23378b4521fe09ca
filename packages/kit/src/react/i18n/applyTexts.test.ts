import { mainnet } from 'viem/chains'
import { beforeAll, expect, test } from 'vitest'
import { evm } from '../../chains/evm/evm.ts'
import { locales } from '../../core/locale.ts'
import type { Kit } from '../../core/kit.ts'
import type { Locale } from '../../core/locale.ts'
import type { Texts } from '../../core/state.ts'
import { memoryStorage } from '../../core/storage.ts'
import { createKit } from '../../createKit.ts'
import { applyTexts } from './applyTexts.ts'
import type { Language, LanguageLoads } from './applyTexts.ts'

const loads = import.meta.glob<Language>('./languages/*.ts')
// a screen waits for them only briefly, and a busy machine may not load them in that time
beforeAll(
  () =>
    Promise.all(
      Object.values(loads).map(async (load) =>
        Promise.all(Object.values((await load()).later).map((part) => part())),
      ),
    ),
  60_000,
)

const kitIn = (locale: Locale) =>
  createKit({
    metadata: { name: 'Shop', url: 'https://shop.example.org' },
    networks: [mainnet],
    adapters: [evm()],
    storage: memoryStorage(),
    locale,
  })

test('every language but English has texts of its own, for the first screens and for the others', async () => {
  const titles = await Promise.all(
    locales.map(async (locale) => {
      const kit = kitIn(locale)
      await applyTexts(kit, 'all')
      const { connect, modal, siwx, account } = kit.getState().texts ?? {}
      return [connect?.['title'], modal?.['back'], siwx?.['title'], account?.['send']]
    }),
  )
  for (const place of titles[0]?.keys() ?? [])
    expect(titles.filter((title) => title[place] === undefined)).toHaveLength(1)
  expect(titles[locales.indexOf('en')]).toEqual([undefined, undefined, undefined, undefined])
  expect(new Set(titles.map(String)).size).toBe(locales.length)
})

/** Resolves to the next texts of the kit. */
const nextTexts = (kit: Kit) =>
  new Promise<Texts | undefined>((resolve) => {
    const stop = kit.subscribe(({ texts }, before) => {
      if (texts === before.texts) return
      stop()
      resolve(texts)
    })
  })

test('follows every change of language, back to English, too', async () => {
  const kit = kitIn('de')
  await applyTexts(kit, 'first')
  const japanese = nextTexts(kit)
  kit.setLocale('ja')
  expect((await japanese)?.connect?.title).toBe('ウォレットを接続')
  kit.setLocale('en')
  expect(kit.getState().texts).toBeUndefined()
})

test('texts that come after another language was chosen are left', async () => {
  const kit = kitIn('de')
  const german = applyTexts(kit, 'first')
  kit.setLocale('en')
  await german
  expect(kit.getState().texts).toBeUndefined()
})

test('who asks twice has one follower, and one set of texts', async () => {
  const kit = kitIn('en')
  await applyTexts(kit, 'first')
  await applyTexts(kit, 'first')
  let changes = 0
  const german = nextTexts(kit)
  kit.setLocale('de')
  kit.subscribe(() => changes++)
  const texts = await german
  await applyTexts(kit, 'first')
  expect(changes).toBe(1)
  expect(kit.getState().texts).toBe(texts)
})

const german = {
  connect: { title: 'Wallet verbinden' },
  connecting: { waitingTitle: 'Weiter in {wallet}' },
  modal: { back: 'Zurück' },
}
const french = { connect: { title: 'Connecter un wallet' } }

test('a screen that is not among the first adds the texts of all, and they follow the language from then on', async () => {
  const kit = kitIn('de')
  await applyTexts(kit, 'first')
  expect(kit.getState().texts).toMatchObject(german)
  expect(kit.getState().texts?.networks).toBeUndefined()
  await applyTexts(kit, 'all')
  expect(kit.getState().texts).toMatchObject({
    ...german,
    networks: { title: 'Netzwerk wählen' },
    account: { send: 'Senden', receive: 'Empfangen' },
  })
  const next = nextTexts(kit)
  kit.setLocale('fr')
  expect(await next).toMatchObject({ ...french, networks: { title: 'Choisir un réseau' } })
})

test('texts of the first screens that come after those of all leave these', async () => {
  const kit = kitIn('de')
  await Promise.all([applyTexts(kit, 'all'), applyTexts(kit, 'first')])
  await applyTexts(kit, 'first')
  expect(kit.getState().texts).toMatchObject({ ...german, networks: { title: 'Netzwerk wählen' } })
})

test('a screen that comes while the language changes brings the new one', async () => {
  const kit = kitIn('de')
  await applyTexts(kit, 'first')
  kit.setLocale('fr')
  await applyTexts(kit, 'all')
  await expect
    .poll(() => kit.getState().texts)
    .toMatchObject({ ...french, networks: { title: 'Choisir un réseau' } })
})

const offline = () => Promise.reject(new Error('offline'))

test('a language that does not come is English, and the next screen asks for it again', async () => {
  const kit = kitIn('de')
  let isOffline = true
  const shaky: LanguageLoads = {
    './languages/de.ts': () =>
      isOffline ? offline() : (loads['./languages/de.ts']?.() ?? offline()),
  }
  await applyTexts(kit, 'first', shaky)
  expect(kit.getState().texts).toBeUndefined()
  isOffline = false
  await applyTexts(kit, 'first', shaky)
  expect(kit.getState().texts).toMatchObject(german)
})

test('where the language does not come again, what is there stays', async () => {
  const kit = kitIn('de')
  let isOffline = false
  const shaky: LanguageLoads = {
    './languages/de.ts': () =>
      isOffline ? offline() : (loads['./languages/de.ts']?.() ?? offline()),
  }
  await applyTexts(kit, 'first', shaky)
  isOffline = true
  await applyTexts(kit, 'all', shaky)
  expect(kit.getState().texts).toMatchObject(german)
})

test('where those beyond the first screens do not come, the first screens speak it', async () => {
  const kit = kitIn('de')
  const halved: LanguageLoads = {
    './languages/de.ts': async () => ({
      first: {},
      ...(await loads['./languages/de.ts']?.()),
      later: { 'networks/locales/de.ts': offline },
    }),
  }
  await applyTexts(kit, 'all', halved)
  expect(kit.getState().texts).toMatchObject(german)
  expect(kit.getState().texts?.networks).toBeUndefined()
})
