import type { AuditKind } from '@latchkey/protocol/walletServer'
import { cleanName } from '../../../approve/cleanName.ts'
import { fill } from '../../../ui/fill.ts'
import type { IconName } from '../../../ui/Icon.tsx'
import { messages, names } from './messages.ts'

/** The icon of each event. */
export const eventIcons = {
  login: 'device', signOut: 'leave', accountMade: 'check', deviceRemoved: 'leave', recoverySet: 'lock', recovered: 'key', vaultAsked: 'vault', vaultRefused: 'vault', emailChanged: 'mail', wayJoined: 'mail', exported: 'key',
} as const satisfies Record<AuditKind, IconName>

/** One event as a sentence. A detail that is not known is left as it came, without hidden characters. */
export function eventText({ kind, detail }: { kind: AuditKind; detail: string | null }): string {
  const name = (detail !== null && Object.hasOwn(names, detail) ? names[detail] : cleanName(detail ?? '')) ?? '–'
  if (kind === 'exported') return detail === 'keystore' ? messages.exportedKeystore : detail === 'privateKey' ? messages.exportedKey : messages.exportedPhrase
  return fill(messages[kind], { way: name, method: name, browser: name })
}
