import { isObject } from '@latchkey/protocol/isObject'
import { isAddress, isSameAddress } from '@latchkey/protocol/address'
import { defaultNamespace, isNamespace } from '@latchkey/protocol/namespace'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { Recipient } from '../../core/contracts/facets/send.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { storedValue } from '../../core/storage/storedValue.ts'
import { cleanName } from '../../core/text/cleanName.ts'

/** The maximum number of stored recipients per namespace. */
const maxRecipients = 5

type Remembered = Recipient & { namespace: Namespace }

const stored = storedValue('recent-recipients', (json): readonly Remembered[] | undefined =>
  Array.isArray(json) ? json.flatMap(readRemembered) : undefined,
)

/**
 * Reads a stored recipient, which may be any value. Returns a list with the recipient, or an empty
 * list if it is invalid.
 */
function readRemembered(json: unknown): readonly Remembered[] {
  const { address, name, namespace = defaultNamespace } = isObject(json) ? json : {}
  if (typeof namespace !== 'string' || !isNamespace(namespace) || !isAddress(address, namespace))
    return []
  if (name !== undefined && typeof name !== 'string') return []
  return [{ address, name: name && cleanName(name), namespace }]
}

/** Returns the recipients to which this browser sent tokens in a namespace, the newest first. */
export function recentRecipients(
  kit: Kit,
  namespace: Namespace = kit.getState().namespace,
): readonly Recipient[] {
  const own = (stored.get(kit) ?? [])
    .filter((entry) => entry.namespace === namespace)
    .slice(0, maxRecipients)
  return own.map(({ address, name }) => ({ address, name }))
}

/** Stores a recipient after a transfer. */
export function rememberRecipient(
  kit: Kit,
  { address, name }: Recipient,
  namespace: Namespace = kit.getState().namespace,
): void {
  const own = recentRecipients(kit, namespace).filter(
    (recipient) => !isSameAddress(recipient.address, address),
  )
  const ofOtherNamespaces = (stored.get(kit) ?? []).filter((entry) => entry.namespace !== namespace)
  const updated = [{ address, name: name && cleanName(name) }, ...own]
    .slice(0, maxRecipients)
    .map((recipient) => ({ ...recipient, namespace }))
  stored.set(kit, [...updated, ...ofOtherNamespaces])
}
