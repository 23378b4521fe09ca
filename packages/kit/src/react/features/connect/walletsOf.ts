import type { Kit } from '../../../core/kit.ts'
import type { Wallet } from '../../../core/wallet.ts'

/** Wallets that are reached over WalletConnect and known by name: those that the site names. None without a relay. */
export function walletsOf(kit: Kit): readonly Wallet[] {
  const { options } = kit.context
  const isOn = options.services?.relay && options.enableWalletConnect !== false && options.enableWallets !== false
  return isOn ? (options.customWallets ?? []) : []
}
