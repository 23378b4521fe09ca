import type { Kit } from '../core/kit/kit.ts'
import type { Account } from '../core/kit/state.ts'
import { ownPicture } from '../core/http/foreignPicture.ts'
import { identityQuery } from '../domains/identity/identityQuery.ts'
import { imageUrl } from './imageUrl.ts'
import { contextOf } from '../core/kit/context.ts'

/**
 * Requests the name and the avatar of an account, unless they are known from the last five minutes.
 * The name goes into the state's `profileNames`. `notify` gets the avatar, if it may be shown
 * before the visitor's first press, and the picture of the account's network. Returns the function
 * that stops it.
 */
export function followPictures(
  kit: Kit,
  { address, networkId }: Account,
  notify: (known: { avatar?: string; iconUrl?: string }) => void,
): () => void {
  notify({ iconUrl: imageUrl(kit, networkId) })
  return followPicture(kit, address, (avatar) => notify({ avatar }))
}

/** The same for the avatar of any address. */
export function followPicture(
  kit: Kit,
  address: string,
  notify: (avatar: string | undefined) => void,
): () => void {
  let stop: (() => void) | undefined
  let isCancelled = false
  contextOf(kit)
    .queries()
    .then(
      ({ observe }) => {
        if (isCancelled) return
        const observer = observe(identityQuery(kit, address))
        const take = ({ data }: { data?: { avatar?: string } }) =>
          notify(
            ownPicture(
              data?.avatar,
              contextOf(kit).api?.apiUrl,
              contextOf(kit).options.identity?.pictures,
            ),
          )
        take(observer.getCurrentResult())
        stop = observer.subscribe(take)
      },
      () => {},
    ) // the code failed to load: the button shows the address
  return () => {
    isCancelled = true
    stop?.()
  }
}
