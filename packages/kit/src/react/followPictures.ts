import type { Kit } from '../core/kit.ts'
import type { Account } from '../core/state.ts'
import { ownPicture } from '../core/strangePicture.ts'
import { identityQuery } from '../identity/identityQuery.ts'
import { imageUrl } from './imageUrl.ts'

/**
 * Requests the name and the avatar of an account, unless they are known from the last five minutes.
 * The name goes into the state's `profileNames`; `tell` gets the avatar, if it may show before the
 * visitor has pressed anything, and the picture of the account's network. Returns its stop.
 */
export function followPictures(
  kit: Kit,
  { address, networkId }: Account,
  tell: (known: { avatar?: string; iconUrl?: string }) => void,
): () => void {
  tell({ iconUrl: imageUrl(kit, networkId) })
  return followPicture(kit, address, (avatar) => tell({ avatar }))
}

/** The same for the avatar of any address. */
export function followPicture(
  kit: Kit,
  address: string,
  tell: (avatar: string | undefined) => void,
): () => void {
  let stop: (() => void) | undefined
  let isGone = false
  kit.context.queries().then(
    ({ observe }) => {
      if (isGone) return
      const observer = observe(identityQuery(kit, address))
      const take = ({ data }: { data?: { avatar?: string } }) =>
        tell(
          ownPicture(data?.avatar, kit.context.api?.apiUrl, kit.context.options.identity?.pictures),
        )
      take(observer.getCurrentResult())
      stop = observer.subscribe(take)
    },
    () => {},
  ) // the code failed to load: the button shows the address
  return () => {
    isGone = true
    stop?.()
  }
}
