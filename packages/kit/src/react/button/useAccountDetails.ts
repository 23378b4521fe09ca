import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { painted } from '../../core/page/painted.ts'
import type { Balance } from '../../core/contracts/balance.ts'
import type { Account } from '../../core/kit/state.ts'
import { useKit } from '../hooks/useKit.ts'

/**
 * Picture components whose code is loaded once a wallet is connected: the avatar that is drawn from
 * an address, and the icon of a network.
 */
export type PictureComponents = {
  Avatar: ComponentType<{ address: string; size?: number }>
  NetworkIcon: ComponentType<{ name: string; src: string | undefined }>
}

/** The details of the connected account beyond its address. Each is set once it is loaded. */
export type AccountDetails = {
  drawings?: PictureComponents
  /** The picture of the account's network. */
  iconUrl?: string
  /** The account's own avatar: a `data:image/` URI, or a URL of the site's API. */
  avatar?: string
  /** The balance of the native token, with its text in the kit's language. */
  balance?: Balance & { text: string }
}

/**
 * Returns the details of the connected account for a button. Once a wallet is connected, the hook
 * loads the code for this in one request, restores the stored name and loads the texts of the
 * language. Then it requests the account's name and, if `wantsBalance` and the network has coins,
 * the balance from the site's services or nodes.
 */
export function useAccountDetails(
  account: Account | undefined,
  wantsBalance: boolean,
): AccountDetails {
  const kit = useKit()
  const [details, setKnown] = useState<AccountDetails & { of?: string }>({})
  const accountId = account?.accountId
  useEffect(() => {
    if (!account) return
    let isCancelled = false
    let stop: (() => void) | undefined
    // after the frame that shows the account, which the request for the code would delay
    const load = () => import('../connected/whenConnected.lazy.ts')
    painted()
      .then(load)
      .then(
        ({ followAccount, drawings }) => {
          if (isCancelled) return
          setKnown({ of: accountId, drawings })
          stop = followAccount(kit, account, wantsBalance, (more) =>
            setKnown((before) => ({ ...before, ...more })),
          )
        },
        () => {}, // if the code fails to load, the button shows only the address
      )
    return () => {
      isCancelled = true
      stop?.()
    }
  }, [kit, account, accountId, wantsBalance])
  return details.of === accountId ? details : { drawings: details.drawings }
}
