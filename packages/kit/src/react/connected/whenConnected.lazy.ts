// Code that buttons load in one request when a wallet is connected. It must not use React's hooks:
// a bundler would then move React from the page's chunk to a separate request.
export { applyTexts } from '../i18n/applyTexts.ts'
export { drawings } from './drawings.tsx'
export { followAccount } from './followAccount.ts'
