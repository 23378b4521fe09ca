import type { OfferedMethod } from '../../../domains/wallets/connectMethods.ts'
import { LazyPart } from '../../modal/LazyPart.tsx'

/** A method to connect without a wallet: e-mail or companies. */
export type LoginOffer = Exclude<OfferedMethod, { method: 'wallet' }>

const login = () => import('./login/Login.lazy.tsx')

/** A login. Until its code is loaded, a placeholder of the same height is shown. */
export function LoginMethod({ offer }: { offer: LoginOffer }) {
  return (
    <LazyPart
      load={login}
      fallback={<LoginPlace rows={offer.method === 'social' && offer.socials.length > 1 ? 2 : 1} />}
    >
      {({ Login }) => <Login offer={offer} />}
    </LazyPart>
  )
}

/** Holds the place of a login whose code or list of companies is not loaded yet. */
export function LoginPlace({ rows }: { rows: 1 | 2 }) {
  return (
    <div className="stack" aria-busy="true">
      <div className="button" data-variant="secondary" />
      {rows > 1 && <div className="button" data-variant="secondary" />}
    </div>
  )
}
