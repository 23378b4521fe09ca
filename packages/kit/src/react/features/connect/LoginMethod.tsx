import type { OfferedMethod } from '../../../wallets/connectMethods.ts'
import { Part } from '../../modal/Part.tsx'

/** A way to connect that needs no wallet. */
export type LoginOffer = Exclude<OfferedMethod, { method: 'wallet' }>

const login = () => import('./login/Login.tsx')

/** A login; until its code is loaded, a placeholder of the same height. */
export function LoginMethod({ offer }: { offer: LoginOffer }) {
  const place = (
    <div className="stack" aria-busy="true">
      <div className="button" data-variant="secondary" />
      {offer.method === 'social' && offer.socials.length > 1 && <div className="button" data-variant="secondary" />}
    </div>
  )
  return <Part load={login} place={place}>{({ Login }) => <Login offer={offer} />}</Part>
}
