/** A way to pay: its limits in cents, and its fee in hundredths of a percent. */
export type Method = { id: string; min: bigint; max: bigint; fee: bigint }

/** The ways to pay in the sandbox; limits in US dollars and in euros. spec 9 */
export const methods: readonly Method[] = [
  { id: 'card', min: 1_000n, max: 750_000n, fee: 200n },
  { id: 'ach_bank_account', min: 1_000n, max: 2_500_000n, fee: 100n },
]

/** The currencies that are paid with in the sandbox. spec 9 */
export const paymentCurrencies = ['USD', 'EUR'] as const
