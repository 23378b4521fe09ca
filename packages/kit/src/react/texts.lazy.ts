import { contextOf } from '../core/kit/context.ts'
import type { ChainTexts } from '../core/kit/featureTypes.ts'
import type { Kit } from '../core/kit/kit.ts'
import { sentenceOf } from '../core/errors/errors.ts'
import type { ErrorCode } from '../core/errors/errors.ts'
import type { words } from './button/words.ts'
import { fetchFeatures } from './features/loadManifests.ts'
import type { ActionName, FeatureWords } from './features/registry.ts'
import type { Catalogue } from '@latchkey/words/messages'
import { messages as modal } from './modal/messages.ts'
import { walletMessages } from './hooks/walletMessages.ts'
import { messages as recipient } from './recipient/messages.ts'

/** The English texts that do not belong to a feature. */
const base = [modal, walletMessages, recipient] as const

type Buttons = Catalogue<typeof words & { connect: string; lost: string }, 'button'>
type Errors = Catalogue<Record<ErrorCode, string>, 'error'>
type NamesOf<catalogue> =
  catalogue extends Catalogue<infer texts, infer scope> ? `${scope}.${keyof texts & string}` : never

type NamesOfChains = {
  [scope in keyof ChainTexts & string]: `${scope}.${keyof ChainTexts[scope] & string}`
}[keyof ChainTexts & string]

/** The key of a text that a site may replace: `connect.title`. */
export type TextKey =
  | NamesOf<(typeof base)[number] | FeatureWords | Buttons | Errors>
  | NamesOfChains
  | `account.${ActionName}`

/** A second name for `TextKey`: inside the block below, `TextKey` means the type of core. */
type KnownKey = TextKey

declare module '../core/kit/featureTypes.ts' {
  interface FeatureTypes {
    textKey: KnownKey
  }
}

const buttons: Record<keyof Buttons['texts'], true> = {
  connect: true,
  lost: true,
  connecting: true,
  account: true,
  network: true,
  unsupported: true,
  retry: true,
}

/**
 * Returns the keys of a site's own `texts` that do not exist. It loads the texts of all features,
 * including those that are switched off, and of the kit's chains.
 */
export async function unknownTexts(kit: Kit, names: readonly string[]): Promise<readonly string[]> {
  const known = new Set(Object.keys(buttons).map((key) => `button.${key}`))
  const features = await fetchFeatures()
  const words = await Promise.all(
    features.map(async ({ english }) => (await english?.())?.words ?? []),
  )
  const chains = await Promise.all(
    contextOf(kit).adapters.map(
      async (adapter) => (await adapter.load('send'))?.faults?.messages ?? [],
    ),
  )
  for (const { scope, texts } of [...base, ...words.flat(), ...chains.flat()])
    for (const key of Object.keys(texts)) known.add(`${scope}.${key}`)
  for (const { accountActions = [] } of features)
    for (const { name } of accountActions) known.add(`account.${name}`)
  const isError = (name: string) =>
    // `sentenceOf` returns undefined if this is not an error code
    name.startsWith('error.') && sentenceOf(name.slice(6) as ErrorCode) !== undefined
  return names.filter((name) => !known.has(name) && !isError(name))
}
