import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import buttonCss from '@latchkey/ui/button.css?inline'
import type { LoginOffer } from '../LoginMethod.tsx'
import { EmailMethod } from './EmailMethod.tsx'
import css from './login.css?inline'
import { SocialMethod } from './SocialMethod.tsx'

/** A method to connect without a wallet of the visitor's own: e-mail or a company. */
export function Login({ offer }: { offer: LoginOffer }) {
  useStyles(buttonCss)
  useStyles(css)
  return offer.method === 'email' ? <EmailMethod {...offer} /> : <SocialMethod {...offer} />
}
