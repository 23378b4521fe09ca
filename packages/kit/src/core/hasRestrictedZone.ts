/** IANA zones of mainland China, Hong Kong and Macau, with their older names (spec section 9, restricted timezones). */
const zones = /^(Asia\/(Shanghai|Urumqi|Chongqing|Chungking|Harbin|Kashgar|Hong_Kong|Maca[uo])|PRC|Hongkong)$/i

/**
 * Whether the clock is set to a zone where the companies of the social logins, and those that sell tokens, do not answer. Their pages would never load, so these logins
 * and buying are not offered there. E-mail and wallets work everywhere.
 */
export function hasRestrictedZone(zone: string = Intl.DateTimeFormat().resolvedOptions().timeZone): boolean {
  return zones.test(zone)
}
