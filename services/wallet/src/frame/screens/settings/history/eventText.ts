import type { AuditKind } from '@latchkey/protocol/walletServer'
import { cleanName } from '../../../approve/cleanName.ts'
import { fill } from '../../../ui/fill.ts'
import type { WalletIconName } from '@latchkey/ui/WalletIcon.tsx'
import { companyNames } from '../../loginMethodName.ts'
import type { messages } from './messages.ts'

/** The icon of each event. */
export const eventIcons = {
  login: 'device',
  signOut: 'disconnect',
  accountMade: 'check',
  deviceRemoved: 'disconnect',
  recoverySet: 'lock',
  recovered: 'key',
  vaultAsked: 'vault',
  vaultRefused: 'vault',
  emailChanged: 'mail',
  wayJoined: 'mail',
  exported: 'key',
} as const satisfies Record<AuditKind, WalletIconName>

/**
 * One event as a sentence. An unknown detail is shown as received, without hidden characters.
 */
export function eventText(
  { kind, detail }: { kind: AuditKind; detail: string | null },
  words: (typeof messages)['texts'],
): string {
  const names: Readonly<Record<string, string>> = {
    ...companyNames,
    email: words.byEmail,
    password: words.byPassword,
    passkey: words.byPasskey,
    vault: words.byVault,
  }
  const name =
    (detail !== null && Object.hasOwn(names, detail) ? names[detail] : cleanName(detail ?? '')) ??
    '–'
  if (kind === 'exported')
    return detail === 'keystore'
      ? words.exportedKeystore
      : detail === 'privateKey'
        ? words.exportedKey
        : words.exportedPhrase
  return fill(words[kind], { way: name, method: name, browser: name })
}
