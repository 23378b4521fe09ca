/** The forms of Polkadot's networks, namespace `polkadot`, for ids and sign-ins. */
import type { OwnForms } from './ChainForms.ts'

/** The forms of Polkadot. It uses the general form of an address, which checks little. */
export const polkadot = {
  name: 'Polkadot',
  mainNetwork: '91b171bb158e2d3848fa23a9f1c25182',
  drawing: 'DOT',
} as const satisfies OwnForms
