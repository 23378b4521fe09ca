import type { KitOptions } from 'latchkey'

/** Part of the demo's address that gives its kit these options besides. */
export const withOptions = (options: Partial<KitOptions>): string => `kit=${encodeURIComponent(JSON.stringify(options))}`
