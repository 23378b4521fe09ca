/** The connector id of the embedded wallet. */
export const authId = 'auth'

/** The wallet's name in lists of wallets. */
export const walletName = 'E-mail wallet'
