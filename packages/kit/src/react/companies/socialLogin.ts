import { readDevice } from '../../core/page/device.ts'
import type { SocialLogin } from '../../core/contracts/login.ts'
import type { Social } from '../../core/contracts/socials.ts'

/**
 * The parameters of a company's login. In-app browsers can't open windows, so there the page
 * redirects.
 */
export const socialLogin = (social: Social): SocialLogin => ({
  social,
  mode: readDevice().isInApp ? 'redirect' : 'window',
})
