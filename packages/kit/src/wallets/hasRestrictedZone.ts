/** IANA zones of mainland China, Hong Kong and Macau, with their older names (spec section 9, restricted timezones). */
const zones = /^(Asia\/(Shanghai|Urumqi|Chongqing|Chungking|Harbin|Kashgar|Hong_Kong|Maca[uo])|PRC|Hongkong)$/i

/**
 * Whether a clock is set to where the companies of the social logins do not answer: their pages would never come, so they are not
 * offered there. An e-mail and wallets work as everywhere.
 */
export function hasRestrictedZone(zone: string = Intl.DateTimeFormat().resolvedOptions().timeZone): boolean {
  return zones.test(zone)
}
