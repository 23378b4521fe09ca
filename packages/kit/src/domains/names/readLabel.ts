import { trimMarks } from '@latchkey/protocol/trimUnseen'
import { labelHyphens, nameLabel, nameZones } from '@latchkey/protocol/profile'

/** What is wrong with a label. */
export type LabelFault = keyof typeof labelFaults

/** The label of a typed name (the part before the zone) in lower case, or what is wrong with it. */
export type ParsedLabel =
  | { status: 'label'; label: string; name: string }
  | { status: 'refused'; label: string; fault: LabelFault }

/** The English sentence of each fault (docs/contracts/api.md#register-a-name). */
export const labelFaults = {
  tooShort: `Name must be at least ${nameLabel.min} characters long`,
  tooLong: `Name must be at most ${nameLabel.max} characters long`,
  characters: 'Can only contain letters, numbers and - characters',
  hyphens: 'Cannot begin or end with -, nor have -- as its third and fourth character',
} as const

/**
 * Reads the label of a name that was typed with or without its zone. `.wcn.id` is an old spelling
 * of `.reown.id` (docs/contracts/product.md#account-names).
 */
export function readLabel(text: string, zone: string): ParsedLabel {
  const plain = trimMarks(text).toLowerCase()
  const zones: readonly string[] = (nameZones as readonly string[]).includes(zone)
    ? nameZones
    : [zone]
  const suffix = zones.map((zone) => `.${zone}`).find((zone) => plain.endsWith(zone)) ?? ''
  const label = plain.slice(0, plain.length - suffix.length)
  const fault = faultOf(label)
  return fault
    ? { status: 'refused', label, fault }
    : { status: 'label', label, name: `${label}.${zone}` }
}

function faultOf(label: string): LabelFault | undefined {
  if (!nameLabel.characters.test(label)) return 'characters'
  if (label.length < nameLabel.min) return 'tooShort'
  if (label.length > nameLabel.max) return 'tooLong'
  return labelHyphens.test(label) ? undefined : 'hyphens'
}
