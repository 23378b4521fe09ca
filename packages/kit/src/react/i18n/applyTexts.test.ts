import { mainnet } from 'viem/chains'
import { beforeAll, expect, test } from 'vitest'
import { evm } from '../../chains/evm/evm.ts'
import { locales } from '../../core/locale.ts'
import type { Kit } from '../../core/kit.ts'
import type { Locale } from '../../core/locale.ts'
import type { Texts } from '../../core/state.ts'
import { memoryStorage } from '../../core/storage.ts'
import { createKit } from '../../createKit.ts'
import { connect } from '../features/connect/index.ts'
import { networks } from '../features/networks/index.ts'
import { applyTexts } from './applyTexts.ts'
import type { TextSource } from './applyTexts.ts'
import { baseTexts } from './baseTexts.ts'

function textsOf({ id, texts }: { id: string; texts?: TextSource }): TextSource {
  if (!texts) throw new Error(`${id} has no texts`)
  return texts
}
const parts = [baseTexts, textsOf(connect)]
// a screen waits for them a moment only, in which a busy machine may not load them
beforeAll(() => Promise.all(parts.flatMap((part) => Object.values(part).map((load) => load()))))

const kitIn = (locale: Locale) => createKit({ metadata: { name: 'Shop', url: 'https://shop.example.org' }, networks: [mainnet], adapters: [evm()], storage: memoryStorage(), locale })

test('every language but English has texts of its own', async () => {
  const titles = await Promise.all(locales.map(async (locale) => {
    const kit = kitIn(locale)
    await applyTexts(kit, ...parts)
    return kit.getState().texts?.connect?.title
  }))
  expect(new Set(titles).size).toBe(locales.length)
  expect(titles[locales.indexOf('en')]).toBeUndefined()
})

/** Resolves to the next texts of the kit. */
const nextTexts = (kit: Kit) => new Promise<Texts | undefined>((resolve) => {
  const stop = kit.subscribe(({ texts }, before) => {
    if (texts === before.texts) return
    stop()
    resolve(texts)
  })
})

test('follows every change of language, back to English, too', async () => {
  const kit = kitIn('de')
  await applyTexts(kit, ...parts)
  const japanese = nextTexts(kit)
  kit.setLocale('ja')
  expect((await japanese)?.connect?.title).toBe('ウォレットを接続')
  kit.setLocale('en')
  expect(kit.getState().texts).toBeUndefined()
})

test('texts that come after another language was chosen are left', async () => {
  const kit = kitIn('de')
  const german = applyTexts(kit, ...parts)
  kit.setLocale('en')
  await german
  expect(kit.getState().texts).toBeUndefined()
})

test('who asks twice has one follower', async () => {
  const kit = kitIn('en')
  await applyTexts(kit, ...parts)
  await applyTexts(kit, ...parts)
  let changes = 0
  const german = new Promise<void>((resolve) => kit.subscribe(({ texts }) => texts && resolve()))
  kit.setLocale('de')
  kit.subscribe(() => changes++)
  await german
  expect(changes).toBe(1)
})

test('a part that is needed later adds its texts, and follows the language from then on', async () => {
  const kit = kitIn('de')
  await applyTexts(kit, ...parts)
  expect(kit.getState().texts?.networks).toBeUndefined()
  await applyTexts(kit, textsOf(networks))
  expect(kit.getState().texts).toMatchObject({ connect: { title: 'Wallet verbinden' }, networks: { title: 'Netzwerk wählen' } })
  const french = nextTexts(kit)
  kit.setLocale('fr')
  const { connect: first, networks: later } = (await french) ?? {}
  expect([first?.title, later?.title]).toEqual(['Connecter un wallet', 'Choisir un réseau'])
})

test('a part that comes while the language changes brings the new one', async () => {
  const kit = kitIn('de')
  await applyTexts(kit, ...parts)
  kit.setLocale('fr')
  await applyTexts(kit, textsOf(networks))
  await expect.poll(() => kit.getState().texts).toMatchObject({ connect: { title: 'Connecter un wallet' }, networks: { title: 'Choisir un réseau' } })
})

const lost: TextSource = { ...baseTexts, de: () => Promise.reject(new Error('offline')) }

test('what does not come is English, and the rest is there', async () => {
  const kit = kitIn('de')
  await applyTexts(kit, ...parts, lost, textsOf(networks))
  expect(kit.getState().texts).toMatchObject({ connect: { title: 'Wallet verbinden' }, networks: { title: 'Netzwerk wählen' } })
})

test('before the texts of the frame are there, all is English', async () => {
  const kit = kitIn('de')
  await applyTexts(kit, lost, textsOf(networks))
  expect(kit.getState().texts).toBeUndefined()
  await applyTexts(kit, baseTexts)
  expect(kit.getState().texts).toMatchObject({ modal: { back: 'Zurück' }, networks: { title: 'Netzwerk wählen' } })
})
