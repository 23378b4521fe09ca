/**
 * The sentence of `connectionMissing` for the table of errors, in a file of its own:
 * `kit.getProvider` throws it at once, before the table has loaded.
 */
export const connectionMissing = 'No ConnectionController client found'
