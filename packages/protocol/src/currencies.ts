/**
 * Fiat and crypto units in which values can be requested. Source: blockchain API contract, section
 * 5.
 */
export const currencies = ['usd', 'eur', 'gbp', 'aud', 'cad', 'inr', 'jpy', 'btc', 'eth'] as const
export type Currency = (typeof currencies)[number]
