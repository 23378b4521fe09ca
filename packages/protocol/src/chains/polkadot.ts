/** The forms of Polkadot's networks, namespace `polkadot`: those that ids and sign-ins need. */
import { anyReference, isAnyAddress, unchanged } from './anyForm.ts'
import type { ChainForms } from './ChainForms.ts'

/** Polkadot: any text that may be an address is one here. */
export const polkadot = {
  name: 'Polkadot',
  reference: anyReference,
  isNumbered: false,
  addressPrefix: '',
  isAddress: isAnyAddress,
  addressKey: unchanged,
  isServed: false,
  isEmbedded: false,
} as const satisfies ChainForms
