import { partsOf } from '@latchkey/protocol/isObject'
import { addressKey, isAddress } from '@latchkey/protocol/address'
import { defaultNamespace, isNamespace } from '@latchkey/protocol/namespace'
import type { Namespace } from '@latchkey/protocol/namespace'
import { cutText } from '@latchkey/protocol/cutText'
import { withoutUnseen } from '@latchkey/protocol/unseen'
import { followStored } from '../../core/storage/followStored.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { storedValue } from '../../core/storage/storedValue.ts'

/** A named address in the visitor's address book, which is stored on this device only. */
export type Contact = { label: string; address: string; namespace: Namespace }

/**
 * The reason why a contact can't be saved. `labelTaken`, `addressTaken`: another contact already
 * has this label or this address.
 */
export type ContactFault = 'labelEmpty' | 'labelTaken' | 'addressInvalid' | 'addressTaken' | 'full'

/** The maximum length of a label, in characters. */
export const labelCharacters = 40
/** The maximum number of stored contacts. */
const maxContacts = 200

const stored = storedValue('address-book', (json): readonly Contact[] | undefined =>
  Array.isArray(json) ? readAll(json) : undefined,
)

/**
 * Returns all contacts of the address book, sorted by label. Invalid and duplicate entries in
 * storage are left out.
 */
export function contactsOf(kit: Kit): readonly Contact[] {
  return stored.get(kit) ?? []
}

/**
 * Returns the visitor's label for an address. Undefined if the address book does not have the
 * address.
 */
export function labelOf(kit: Kit, address: string): string | undefined {
  const labels = kit.getState().addressLabels ?? labelsOf(kit)
  return Object.hasOwn(labels, addressKey(address)) ? labels[addressKey(address)] : undefined
}

/**
 * Loads the labels from storage into the kit's state. The keys are addresses in the form of
 * {@link addressKey}.
 */
export function restoreLabels(kit: Kit): void {
  const addressLabels = labelsOf(kit)
  if (JSON.stringify(addressLabels) !== JSON.stringify(kit.getState().addressLabels))
    kit.store.setState({ addressLabels })
}

/**
 * Updates the kit's labels when another tab of the site changes the address book, until the
 * returned function is called.
 */
export const followLabels = (kit: Kit): (() => void) =>
  followStored(stored.name, () => void restoreLabels(kit))

function labelsOf(kit: Kit): Readonly<Record<string, string>> {
  return Object.fromEntries(
    contactsOf(kit).map(({ address, label }) => [addressKey(address), label]),
  )
}

/**
 * Saves a contact.
 * @param replaced the address of an existing contact that is replaced
 */
export function saveContact(
  kit: Kit,
  {
    label,
    address,
    namespace = kit.getState().namespace,
  }: Pick<Contact, 'label' | 'address'> & { namespace?: Namespace },
  replaced?: string,
): { status: 'saved'; contact: Contact } | { status: 'refused'; fault: ContactFault } {
  const contact: Contact = { label: cleanLabel(label), address: address.trim(), namespace }
  const others = contactsOf(kit).filter(
    (contact) => replaced === undefined || addressKey(contact.address) !== addressKey(replaced),
  )
  const fault = faultOf(contact, others)
  if (fault) return { status: 'refused', fault }
  storeContacts(kit, [...others, contact])
  return { status: 'saved', contact }
}

/** Removes a contact. */
export function removeContact(kit: Kit, address: string): void {
  storeContacts(
    kit,
    contactsOf(kit).filter((contact) => addressKey(contact.address) !== addressKey(address)),
  )
}

function storeContacts(kit: Kit, contacts: readonly Contact[]): void {
  stored.set(kit, contacts)
  restoreLabels(kit)
}

function faultOf(
  { label, address, namespace }: Contact,
  others: readonly Contact[],
): ContactFault | undefined {
  if (label === '') return 'labelEmpty'
  if (!isAddress(address, namespace)) return 'addressInvalid'
  if (others.some((contact) => addressKey(contact.address) === addressKey(address)))
    return 'addressTaken'
  if (others.some((contact) => isSameLabel(contact.label, label))) return 'labelTaken'
  return others.length >= maxContacts ? 'full' : undefined
}

/** Whether two labels look the same to a reader. */
const isSameLabel = (a: string, b: string) =>
  a.normalize('NFKC').toLowerCase() === b.normalize('NFKC').toLowerCase()

/**
 * Returns the label as one line of at most {@link labelCharacters}, without control and direction
 * characters. The invisible joiners of emoji and words stay.
 */
export function cleanLabel(label: string): string {
  return cutText(
    withoutUnseen(label.normalize('NFC').replace(/\s+/g, ' ')).replace(/ +/g, ' ').trim(),
    labelCharacters,
  ).trim()
}

function readAll(json: readonly unknown[]): readonly Contact[] {
  const contacts: Contact[] = []
  for (const value of json.slice(0, maxContacts)) {
    const contact = readContact(value)
    if (contact && faultOf(contact, contacts) === undefined) contacts.push(contact)
  }
  return [...contacts].sort((a, b) => a.label.localeCompare(b.label))
}

function readContact(value: unknown): Contact | undefined {
  const { label, address, namespace = defaultNamespace } = partsOf(value)
  if (
    typeof label !== 'string' ||
    typeof address !== 'string' ||
    typeof namespace !== 'string' ||
    !isNamespace(namespace)
  )
    return undefined
  return { label: cleanLabel(label), address, namespace }
}
