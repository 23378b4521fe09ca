/**
 * The library of Bitcoin's scripts, which the server's owner installs. It is passed on and not
 * imported, so that bundlers leave it out where it is not installed.
 */
export type BitcoinLibrary = typeof import('@scure/btc-signer')
