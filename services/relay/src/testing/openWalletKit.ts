import type { IWalletKit } from '@reown/walletkit'
import { createRequire } from 'node:module'
import { closeCore, coreOptions, metadata, quiet } from './openSignClient.ts'

/**
 * Opens a wallet with the published WalletKit (1.2.10, Apache-2.0) that connects only to the relay.
 */
export async function openWalletKit(
  url: string,
): Promise<{ wallet: IWalletKit; close: () => Promise<void> }> {
  const require = createRequire(import.meta.url)
  const kitRequire = createRequire(require.resolve('@reown/walletkit'))
  const core = new (kitRequire('@walletconnect/core').Core)(coreOptions(url))
  quiet(core)
  // the kit's own queue would handle only one request a second
  const wallet: IWalletKit = await require('@reown/walletkit').WalletKit.init({
    core,
    metadata: metadata('Kit'),
    signConfig: { disableRequestQueue: true },
  })
  return { wallet, close: () => closeCore(core) }
}
