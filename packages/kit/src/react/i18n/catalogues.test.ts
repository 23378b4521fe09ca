import { mainnet } from 'viem/chains'
import { expect, test } from 'vitest'
import { evm } from '../../chains/evm/evm.ts'
import { locales } from '../../core/locale.ts'
import type { Kit } from '../../core/kit.ts'
import type { Locale } from '../../core/locale.ts'
import type { Texts } from '../../core/state.ts'
import { memoryStorage } from '../../core/storage.ts'
import { createKit } from '../../createKit.ts'
import { applyTexts } from './catalogues.ts'

const kitIn = (locale: Locale) => createKit({ metadata: { name: 'Shop', url: 'https://shop.example.org' }, networks: [mainnet], adapters: [evm()], storage: memoryStorage(), locale })

test('every language but English has texts of its own', async () => {
  const titles = await Promise.all(locales.map(async (locale) => {
    const kit = kitIn(locale)
    await applyTexts(kit)
    return kit.getState().texts?.connect?.title
  }))
  expect(new Set(titles).size).toBe(locales.length)
  expect(titles[locales.indexOf('en')]).toBeUndefined()
})

/** The next texts that the kit has. */
const nextTexts = (kit: Kit) => new Promise<Texts | undefined>((resolve) => {
  const stop = kit.subscribe(({ texts }, before) => {
    if (texts === before.texts) return
    stop()
    resolve(texts)
  })
})

test('follows every change of language, back to English, too', async () => {
  const kit = kitIn('de')
  await applyTexts(kit)
  const japanese = nextTexts(kit)
  kit.setLocale('ja')
  expect((await japanese)?.connect?.title).toBe('ウォレットを接続')
  kit.setLocale('en')
  expect(kit.getState().texts).toBeUndefined()
})

test('texts that come after another language was chosen are left', async () => {
  const kit = kitIn('de')
  const german = applyTexts(kit)
  kit.setLocale('en')
  await german
  expect(kit.getState().texts).toBeUndefined()
})

test('who asks twice has one follower', async () => {
  const kit = kitIn('en')
  await applyTexts(kit)
  await applyTexts(kit)
  let changes = 0
  const german = new Promise<void>((resolve) => kit.subscribe(({ texts }) => texts && resolve()))
  kit.setLocale('de')
  kit.subscribe(() => changes++)
  await german
  expect(changes).toBe(1)
})
