/** The id of the connector. */
export const authId = 'auth'

/** The wallet's name wherever wallets are listed. */
export const walletName = 'E-mail wallet'
