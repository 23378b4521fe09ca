import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import type { Balance } from '../../../core/balance.ts'
import type { Account } from '../../../core/state.ts'
import { useKit } from '../../hooks/useKit.ts'

/**
 * Pictures whose code is loaded once a wallet is connected: the avatar that is drawn from an
 * address, and the icon of a network.
 */
export type PictureComponents = {
  Avatar: ComponentType<{ address: string; size?: number }>
  NetworkIcon: ComponentType<{ name: string; src: string | undefined }>
}

/** What is known of the connected account beside its address; each part comes when it is there. */
export type AccountDetails = {
  drawings?: PictureComponents
  /** The picture of its network. */
  iconUrl?: string
  /** Its own avatar: a `data:image/` URI, or a URL of the site's API. */
  avatar?: string
  /** Its balance of the network's own coin, and that as a text of the kit's language. */
  balance?: Balance & { text: string }
}

/**
 * Follows what a button shows of the connected account. The code, the language's texts and the name
 * that an earlier visit has stored come in one request, once a wallet is connected; then the
 * services or nodes of the site are asked for the account's name and, if wanted, for its balance.
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
    import('../../connected/whenConnected.ts').then(
      ({ followAccount, drawings }) => {
        if (isCancelled) return
        setKnown({ of: accountId, drawings })
        stop = followAccount(kit, account, wantsBalance, (more) =>
          setKnown((before) => ({ ...before, ...more })),
        )
      },
      () => {}, // it is decoration: the address shows without it
    )
    return () => {
      isCancelled = true
      stop?.()
    }
  }, [kit, account, accountId, wantsBalance])
  return details.of === accountId ? details : { drawings: details.drawings }
}
