import type { KitError } from '../../core/KitError.ts'
import { useMessages } from '../i18n/useMessages.ts'
import { useKitState } from '../useKitState.ts'
import { walletMessages } from './walletMessages.ts'

/**
 * Says what a wallet's error means to a visitor, by its code; `wallet` is the wallet's name. Undefined in a language that has no
 * words for it: nobody reads English among their own.
 */
export function useWalletProblem(): (error: Pick<KitError, 'code'>, wallet: string) => string | undefined {
  const t = useMessages(walletMessages)
  const hasWords = useKitState(({ locale, texts }) => locale === 'en' || texts?.wallet !== undefined)
  const isKnown = (code: string): code is keyof typeof walletMessages.texts => Object.hasOwn(walletMessages.texts, code)
  return ({ code }, wallet) => (hasWords ? t(isKnown(code) ? code : 'unknown', { wallet }) : undefined)
}
