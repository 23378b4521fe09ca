import { restrictedTimeZones } from '@latchkey/protocol/limits'

/**
 * Whether the clock is set to a zone where the companies of social logins, and those that sell
 * tokens, do not answer. Their pages would never load, so these logins and buying are not offered
 * there. E-mail and wallets work everywhere. See docs/contracts/product.md#restricted-time-zones.
 */
export function hasRestrictedZone(
  zone: string = Intl.DateTimeFormat().resolvedOptions().timeZone,
): boolean {
  return restrictedTimeZones.includes(zone.toUpperCase())
}
