import type { messages as approve } from '../approve/messages.ts'
import type { messages as solana } from '../approve/solana/messages.ts'
import type { messages as transaction } from '../approve/transaction/messages.ts'
import type { messages as signature } from '../approve/typedData/messages.ts'
import type { messages as code } from '../screens/code/messages.ts'
import type { messages as emailChange } from '../screens/emailChange/messages.ts'
import type { messages as join } from '../screens/join/messages.ts'
import type { messages as login } from '../screens/login/messages.ts'
import type { messages as screens } from '../screens/messages.ts'
import type { messages as passkey } from '../screens/passkey/messages.ts'
import type { messages as password } from '../screens/password/messages.ts'
import type { messages as protect } from '../screens/protect/messages.ts'
import type { messages as recover } from '../screens/recover/messages.ts'
import type { messages as resend } from '../screens/resend/messages.ts'
import type { messages as deletion } from '../screens/settings/deletion/messages.ts'
import type { messages as email } from '../screens/settings/email/messages.ts'
import type { messages as history } from '../screens/settings/history/messages.ts'
import type { messages as keys } from '../screens/settings/keys/messages.ts'
import type { messages as settings } from '../screens/settings/messages.ts'
import type { messages as stage } from '../stage/messages.ts'
import type { messages as card } from '../ui/messages.ts'

/**
 * The translation of these catalogues, by scope. The compiler refuses one with a missing or an
 * additional text.
 */
type TextsOf<one extends { scope: string; texts: object }> = {
  readonly [scope in one['scope']]: {
    readonly [key in keyof Extract<one, { scope: scope }>['texts']]: string
  }
}

/** The texts of one language of the frame. */
export type FrameTexts = TextsOf<
  | typeof approve
  | typeof solana
  | typeof transaction
  | typeof signature
  | typeof code
  | typeof emailChange
  | typeof join
  | typeof login
  | typeof screens
  | typeof passkey
  | typeof password
  | typeof protect
  | typeof recover
  | typeof resend
  | typeof deletion
  | typeof email
  | typeof history
  | typeof keys
  | typeof settings
  | typeof stage
  | typeof card
>
