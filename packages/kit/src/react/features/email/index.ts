import type { Feature } from '../../modal/feature.ts'
import type { words } from './words.ts'

export type EmailViews = {
  /**
   * Mails a code to the address and logs in with it: the code, then on a new browser the link of
   * another mail (EmailVerifyDevice of spec section 2).
   */
  EmailVerifyOtp: { connectorId: string; email: string }
}

/** Logging in by e-mail. */
export const email: Feature<{ views: EmailViews; words: typeof words }> = {
  id: 'email',
  views: {
    EmailVerifyOtp: {
      load: () => import('./EmailVerifyOtpView.tsx'),
      needsNoAccount: true,
      isWayOut: true,
    },
  },
  english: () => import('./words.ts'),
}
