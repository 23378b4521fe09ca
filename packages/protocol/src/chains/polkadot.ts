/** The forms of Polkadot's networks, namespace `polkadot`: those that ids and sign-ins need. */
import type { OwnForms } from './ChainForms.ts'

/** Polkadot: any text that may be an address counts as one here. */
export const polkadot = {
  name: 'Polkadot',
  mainNetwork: '91b171bb158e2d3848fa23a9f1c25182',
  drawing: 'DOT',
} as const satisfies OwnForms
