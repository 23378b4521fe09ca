import type { KitOptions } from 'latchkey'

/** A part of the demo's URL that adds these options to its kit. */
export const withOptions = (options: Partial<KitOptions>): string =>
  `kit=${encodeURIComponent(JSON.stringify(options))}`
