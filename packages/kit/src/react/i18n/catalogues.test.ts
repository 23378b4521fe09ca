import { mainnet } from 'viem/chains'
import { expect, test } from 'vitest'
import { evm } from '../../chains/evm/evm.ts'
import { locales } from '../../core/locale.ts'
import type { Locale } from '../../core/locale.ts'
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

test('going back to English leaves no other texts', async () => {
  const kit = kitIn('de')
  await applyTexts(kit)
  expect(kit.getState().texts).toBeDefined()
  kit.setLocale('en')
  await applyTexts(kit)
  expect(kit.getState().texts).toBeUndefined()
})

test('texts that come after another language was chosen are left', async () => {
  const kit = kitIn('de')
  const german = applyTexts(kit)
  kit.setLocale('ja')
  await german
  expect(kit.getState().texts).toBeUndefined()
})
