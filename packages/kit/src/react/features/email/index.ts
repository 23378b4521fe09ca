import type { Feature } from '../../modal/feature.ts'
import type { words } from './words.lazy.ts'

export type EmailViews = {
  /**
   * Mails a code to the address, and logs in with the code. On a new browser, the visitor then
   * opens the link of a second mail; this screen shows that step, too.
   */
  EmailVerifyOtp: { connectorId: string; email: string }
}

/** Logging in by e-mail. */
export const email: Feature<{ views: EmailViews; words: typeof words }> = {
  id: 'email',
  views: {
    EmailVerifyOtp: {
      load: () => import('./EmailVerifyOtpView.lazy.tsx'),
      needsNoAccount: true,
      resolvesGuard: true,
    },
  },
  english: () => import('./words.lazy.ts'),
}
