import { addressKey } from '@latchkey/protocol/address'
import { createElement, useContext, useEffect, useState } from 'react'
import { AvatarContext } from '../account/AvatarContext.ts'
import { ErrorBoundary } from '../button/ErrorBoundary.tsx'
import type { PictureComponents } from '../button/useAccountDetails.ts'
import { useAccount } from '../hooks/useAccount.ts'
import { useKit } from '../hooks/useKit.ts'
import { useKitState } from '../hooks/useKitState.ts'
import { RoundPicture } from './RoundPicture.tsx'

type Props = {
  /** The account's address. @default the connected account; nothing is drawn if there is none */
  address?: string
  /** CSS pixels. @default 24 */
  size?: number
}

/**
 * The picture of an account, for use in the site's page. It is the first of these:
 * - the component that the site passed to `KitProvider`
 * - the account's own picture, from the site's API or its `identity` (ENS)
 * - a picture that the kit draws from the address
 *
 * The picture is requested at once, and cached for five minutes. A picture from a host that the
 * site has not allowed is not shown. It is decoration: write the account's name or address beside
 * it.
 */
export function Avatar({ address, size = 24 }: Props) {
  const account = useAccount()
  const shown = address ?? ('account' in account ? account.account.address : undefined)
  const name = useKitState(({ profileNames }) => profileNames?.[addressKey(shown ?? '')])
  const own = useContext(AvatarContext)
  const { drawings, picture } = usePicture(shown)
  if (!shown) return null
  const kits = (
    <RoundPicture size={size} src={picture}>
      {drawings && <drawings.Avatar address={shown} size={size} />}
    </RoundPicture>
  )
  return own ? (
    <ErrorBoundary fallback={() => kits}>
      {createElement(own, {
        address: shown,
        size,
        ...(name !== undefined && { name }),
        ...(picture && { picture }),
      })}
    </ErrorBoundary>
  ) : (
    kits
  )
}

/**
 * Returns the account's own picture, and the code that draws the default picture. Both are loaded
 * when the component is on the page. The code is the same that the kit's buttons load.
 */
function usePicture(address: string | undefined): {
  drawings?: PictureComponents
  picture?: string
} {
  const kit = useKit()
  const [known, setKnown] = useState<{
    drawings?: PictureComponents
    picture?: string
    of?: string
  }>({})
  useEffect(() => {
    if (!address) return
    let isCancelled = false
    let stop = () => {}
    Promise.all([
      import('../connected/whenConnected.lazy.ts'),
      import('../followPictures.lazy.ts'),
    ]).then(
      ([{ drawings }, { followPicture }]) => {
        if (isCancelled) return
        setKnown({ drawings, of: address })
        stop = followPicture(kit, address, (picture) =>
          setKnown({ drawings, picture, of: address }),
        )
      },
      () => {}, // it is decoration: if the code fails to load, nothing is drawn
    )
    return () => {
      isCancelled = true
      stop()
    }
  }, [kit, address])
  return known.of === address ? known : { drawings: known.drawings }
}
