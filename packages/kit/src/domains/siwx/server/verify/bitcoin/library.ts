/**
 * The library for Bitcoin scripts, which a site installs only if it needs it. It is passed as a
 * parameter and not imported, so that bundlers leave it out where it is not installed.
 */
export type BitcoinLibrary = typeof import('@scure/btc-signer')
