/** The functions of sign-in. The kit loads them when they are first needed. */
export { checkSignIn } from './checkSignIn.ts'
export { signIn } from './signIn.ts'
export { signOut } from './signOut.ts'
export { watchSiwx } from './watchSiwx.ts'
