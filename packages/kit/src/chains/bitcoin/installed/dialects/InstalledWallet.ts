import type { NetworkId } from '@latchkey/protocol/caip'
import type { LinkState } from '../../../../core/contracts/connectorSource.ts'
import type { BitcoinSigner } from '../../signer.ts'

/**
 * The accounts of a wallet on one network, the one for payments first. `networkIds`: the networks
 * that the wallet can switch to. Absent where only the wallet knows them.
 */
export type WalletState = Pick<LinkState, 'accounts' | 'networkId' | 'networkIds'>

/** A wallet of this browser, whatever its interface is. */
export type InstalledWallet = {
  readonly signer: BitcoinSigner
  /**
   * Requests the accounts for payments and for ordinals from the wallet's owner.
   * @param networkId the preferred network
   * @throws the wallet's errors; KitError answerInvalid, chainDisconnected
   */
  connect(networkId: NetworkId): Promise<WalletState>
  /**
   * Reads the accounts and the network without a prompt. `networkId` is the one in use: some
   * wallets have none of their own. Undefined if the wallet shares no accounts, or can't report
   * them without a prompt.
   * @throws the wallet's errors; KitError answerInvalid
   */
  read(networkId: NetworkId | undefined): Promise<WalletState | undefined>
  /**
   * Calls back after each change of the wallet's accounts or network, until the returned function
   * is called. `ended`: the wallet has disconnected from this site. Never throws.
   */
  listen(onChange: (change: 'changed' | 'ended') => void): () => void
  /**
   * Requests another network of the wallet. The next `read` with this network returns the accounts
   * there.
   * @throws the wallet's errors; KitError switchChain
   */
  switchNetwork(networkId: NetworkId): Promise<void>
  /**
   * Notifies the wallet that the site disconnects.
   * @throws the wallet's errors
   */
  disconnect(): Promise<unknown>
}
