/** The texts in the languages other than English: a line for each. */
export { default as de } from './locales/de.ts'
export { default as es } from './locales/es.ts'
export { default as fr } from './locales/fr.ts'
export { default as pt } from './locales/pt.ts'
export { default as ja } from './locales/ja.ts'
export { default as zh } from './locales/zh.ts'
export { default as ar } from './locales/ar.ts'
