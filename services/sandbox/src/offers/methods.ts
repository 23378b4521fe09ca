/** A payment method. `min`, `max`: its limits in cents. `fee`: in hundredths of a percent. */
export type Method = { id: string; min: bigint; max: bigint; fee: bigint }

/**
 * The sandbox's payment methods. The same limits apply to US dollars and to euros. Source:
 * docs/contracts/product.md#buying
 */
export const methods: readonly Method[] = [
  { id: 'card', min: 1_000n, max: 750_000n, fee: 200n },
  { id: 'ach_bank_account', min: 1_000n, max: 2_500_000n, fee: 100n },
]

/** The sandbox's payment currencies. Source: docs/contracts/product.md#buying */
export const paymentCurrencies = ['USD', 'EUR'] as const
