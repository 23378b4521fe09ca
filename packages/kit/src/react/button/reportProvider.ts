/**
 * Reports a wrong use of the provider to the page. Its sentences are loaded then, because few sites
 * need them.
 */
export const reportProvider = (fault: 'unstable' | 'twice'): unknown =>
  import('../developer/wrongProvider.lazy.ts').then(
    (code) => code.reportProvider(fault),
    () => {}, // if the code fails to load, nothing is reported
  )
