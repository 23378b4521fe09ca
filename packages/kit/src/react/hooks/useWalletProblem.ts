import type { KitError } from '../../core/errors/KitError.ts'
import { useMessages } from '../i18n/useMessages.ts'
import { walletMessages } from './walletMessages.ts'

/** Returns a function that gives the text for a wallet's error. `wallet` is the wallet's name. */
export function useWalletProblem(): (error: Pick<KitError, 'code'>, wallet: string) => string {
  const t = useMessages(walletMessages)
  const isKnown = (code: string): code is keyof typeof walletMessages.texts =>
    Object.hasOwn(walletMessages.texts, code)
  return ({ code }, wallet) => t(isKnown(code) ? code : 'unknown', { wallet })
}
