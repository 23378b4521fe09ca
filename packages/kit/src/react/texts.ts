import { sentenceOf } from '../core/errors.ts'
import type { ErrorCode } from '../core/errors.ts'
import type { words } from './button/words.ts'
import { messages as activity } from './features/account/activity/messages.ts'
import { messages as account } from './features/account/messages.ts'
import { messages as nfts } from './features/account/nfts/messages.ts'
import { messages as login } from './features/connect/login/messages.ts'
import { allWalletsMessages as connect } from './features/connect/allWalletsMessages.ts'
import { messages as connecting } from './features/connecting/messages.ts'
import { messages as contacts } from './features/contacts/messages.ts'
import { messages as help } from './features/help/messages.ts'
import { messages as networks } from './features/networks/messages.ts'
import { messages as profile } from './features/profile/messages.ts'
import { messages as receive } from './features/receive/messages.ts'
import { messages as send } from './features/send/messages.ts'
import { messages as progress } from './features/send/progress/messages.ts'
import { messages as review } from './features/send/review/messages.ts'
import type { Catalogue } from './i18n/messages.ts'
import { messages as modal } from './modal/messages.ts'
import { walletMessages } from './modal/walletMessages.ts'
import { messages as recipient } from './recipient/messages.ts'

/** The English texts of every part of the modal. */
const catalogues = [modal, walletMessages, connect, login, connecting, account, nfts, networks, profile, help, recipient, send, review, progress, receive, contacts, activity] as const

type Buttons = Catalogue<typeof words & { connect: string }, 'button'>
type Errors = Catalogue<Record<ErrorCode, string>, 'error'>
type NamesOf<catalogue> = catalogue extends Catalogue<infer texts, infer scope> ? `${scope}.${keyof texts & string}` : never

/** The name of a text that a site may put in its own words: `connect.title`. */
export type TextKey = NamesOf<(typeof catalogues)[number] | Buttons | Errors>

const buttons: Record<keyof Buttons['texts'], true> = { connect: true, connecting: true, account: true, network: true, unsupported: true, retry: true }

/** Names among those of a site's own `texts` that mean nothing. */
export function unknownTexts(names: readonly string[]): readonly string[] {
  const known = new Set([...catalogues.flatMap(({ scope, texts }) => Object.keys(texts).map((key) => `${scope}.${key}`)), ...Object.keys(buttons).map((key) => `button.${key}`)])
  const isError = (name: string) => name.startsWith('error.') && sentenceOf(name.slice(6) as ErrorCode) !== undefined // asks whether it is one
  return names.filter((name) => !known.has(name) && !isError(name))
}
