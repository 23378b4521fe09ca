import type { Kit } from '../core/kit/kit.ts'
import type { Account } from '../core/kit/state.ts'
import { ownPicture } from '../core/http/foreignPicture.ts'
import { identityQuery } from '../domains/identity/identityQuery.ts'
import { imageUrl } from './imageUrl.ts'
import { contextOf } from '../core/kit/context.ts'

/**
 * Requests the name and the avatar of an account; an answer is cached for five minutes. The name
 * goes to the state's `profileNames`. `notify` gets the network's picture, and the avatar if its
 * host may be contacted without a press of the visitor.
 * @returns the function that stops it
 */
export function followPictures(
  kit: Kit,
  { address, networkId }: Account,
  notify: (known: { avatar?: string; iconUrl?: string }) => void,
): () => void {
  notify({ iconUrl: imageUrl(kit, networkId) })
  return followPicture(kit, address, (avatar) => notify({ avatar }))
}

/** Requests the name and the avatar of any address; `notify` gets the avatar. */
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
    ) // if the code fails to load, the button shows the address
  return () => {
    isCancelled = true
    stop?.()
  }
}
