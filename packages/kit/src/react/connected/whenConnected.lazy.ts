// Code that buttons load when a wallet is connected, in one request. It must not use React's hooks:
// a bundler would then move React out of the page's chunk, into a request of its own.
export { applyTexts } from '../i18n/applyTexts.ts'
export { drawings } from './drawings.tsx'
export { followAccount } from './followAccount.ts'
