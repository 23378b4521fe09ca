/**
 * The sentence of `connectionMissing` for the table of errors. It has a file of its own, because
 * `kit.getProvider` throws it before the table has loaded.
 */
export const connectionMissing = 'No ConnectionController client found'
