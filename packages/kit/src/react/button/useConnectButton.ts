import { addressKey, isSameAddress } from '@latchkey/protocol/address'
import type { NetworkId } from '@latchkey/protocol/caip'
import { useContext } from 'react'
import { accountOf } from '../../core/kit/state.ts'
import type { Account } from '../../core/kit/state.ts'
import { useAccount } from '../hooks/useAccount.ts'
import { useKit } from '../hooks/useKit.ts'
import { useKitState } from '../hooks/useKitState.ts'
import { useNetwork } from '../hooks/useNetwork.ts'
import { truncateAddress } from '@latchkey/ui/truncateAddress.ts'
import { InitialStateContext } from './InitialStateContext.ts'
import { useAccountDetails } from './useAccountDetails.ts'
import type { AccountDetails } from './useAccountDetails.ts'
import { usePress } from './usePress.ts'
import type { Press } from './usePress.ts'
import { useWords } from './words.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * The account in a button. All values but the address are untrusted: show them as text, and
 * `avatar` in an `<img>`.
 */
export type ButtonAccount = Account &
  Pick<AccountDetails, 'avatar' | 'balance'> & {
    /** The account's name, else its shortened address. */
    text: string
    name?: string
    /** Whether a transaction that this browser sent is not in a block yet. */
    isSending: boolean
  }

/** The account, with the pictures that the kit's own buttons show. */
export type DrawnAccount = ButtonAccount & Pick<AccountDetails, 'drawings' | 'iconUrl'>

/** The network in a button. */
export type ButtonNetwork = {
  networkId: NetworkId
  name: string
  /** The network's picture, once a wallet is connected. */
  iconUrl?: string
  /** False if the site neither lists nor allows the wallet's network. */
  isSupported: boolean
}

/** The state and functions of the kit's own button, for a button of the site's own. */
export type ConnectButtonState = Pick<Press, 'preload' | 'isWaiting' | 'failure'> & {
  /** It is `connecting` also while the connection of an earlier visit is being restored. */
  status: 'disconnected' | 'connecting' | 'connected'
  /**
   * False on a server, and until the kit has tried to restore the connection of an earlier visit.
   */
  isReady: boolean
  /** The text of the kit's own button, in its language. */
  text: string
  account?: ButtonAccount
  network: ButtonNetwork
  /** Whether the modal is open. */
  isOpen: boolean
  /** Opens the modal: the Connect screen, or the account screen if a wallet is connected. */
  open(): void
  /** Opens the list of networks. */
  openNetworks(): void
}

/**
 * Returns the state and functions of the kit's own button. No data is requested before a wallet is
 * connected.
 * @param options.label the text while no wallet is connected
 * @default 'Connect wallet', in the kit's language
 * @param options.balance whether the account's balance of the native token is requested, every 30 s
 *   while the button is on the page
 * @default false
 */
export const useConnectButton: (options?: {
  label?: string
  balance?: boolean
}) => ConnectButtonState = useDrawnButton

/** Like `useConnectButton`; `account` also contains the pictures of the kit's own button. */
export function useDrawnButton({
  label,
  balance = false,
}: {
  label?: string
  balance?: boolean
} = {}): ConnectButtonState & { account?: DrawnAccount } {
  const t = useWords()
  const kit = useKit()
  const { open, ...press } = usePress()
  const account = useButtonAccount(balance)
  const isConnecting = useAccount().status === 'connecting'
  return {
    ...press,
    status: account ? 'connected' : isConnecting ? 'connecting' : 'disconnected',
    isReady: useKitState(({ ready }) => ready),
    text: account?.text ?? (isConnecting ? t('connecting') : (label ?? t('connect'))),
    account,
    network: { ...useButtonNetwork(), iconUrl: account?.iconUrl },
    isOpen: useKitState(({ modal }) => modal.open),
    open: () => open(accountOf(kit.getState()) && 'Account'),
    openNetworks: () => open('Networks'),
  }
}

/** Returns the account for a button; undefined while no wallet is connected. */
export function useButtonAccount(wantsBalance: boolean): DrawnAccount | undefined {
  const status = useAccount()
  const account = 'account' in status ? status.account : undefined
  const known = useAccountDetails(account, wantsBalance)
  const names = useKitState(({ profileNames }) => profileNames)
  const isSending = useKitState(
    ({ pending }) =>
      account !== undefined &&
      (pending?.some(
        (transaction) =>
          transaction.status === 'pending' && isSameAddress(transaction.address, account.address),
      ) ??
        false),
  )
  if (!account) return undefined
  const name = names?.[addressKey(account.address)]
  return { ...account, ...known, text: name ?? truncateAddress(account.address), name, isSending }
}

/**
 * Returns the account of the last visit if a server has rendered the button with it. The button
 * shows it until the wallets have answered.
 */
export function useExpectedAccount(): Pick<DrawnAccount, 'address' | 'text'> | undefined {
  const status = useAccount()
  const isRendered = useContext(InitialStateContext) !== undefined
  if (!isRendered || !('lastKnown' in status) || !status.lastKnown) return undefined
  const { address } = status.lastKnown
  return { address, text: truncateAddress(address) }
}

/** The current network for a button. */
export function useButtonNetwork(): Omit<ButtonNetwork, 'iconUrl'> {
  const kit = useKit()
  const { networkId, network } = useNetwork()
  return {
    networkId,
    // a network that the site allows but does not list has no name, so its id is shown
    name: network?.name ?? networkId,
    isSupported: network !== undefined || contextOf(kit).options.allowUnsupportedChain === true,
  }
}
