import type { Fee } from '../../core/contracts/facets/send.ts'

/**
 * The price of a fee, as a number, and the time until the transfer is done, in minutes. Each is
 * undefined where it is unknown.
 */
export const speedTexts = (
  { rate, seconds }: Pick<Fee, 'rate' | 'seconds'>,
  locale: string,
): { rate: string | undefined; time: string | undefined } => ({
  rate: rate && new Intl.NumberFormat(locale).format(rate.value),
  time:
    seconds === undefined
      ? undefined
      : new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute' }).format(
          Math.max(1, Math.round(seconds / 60)),
        ),
})
