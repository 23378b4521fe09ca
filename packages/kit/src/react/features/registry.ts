import type { Declares } from '../modal/feature.ts'
import { connect } from './connect/index.ts'
import { connecting } from './connecting/index.ts'
import { frame } from './frame/index.ts'

/** The features of the first screens: their manifests are part of the modal. */
export const first = [connect, connecting, frame] as const

/** All other features. Their manifests are loaded after the first screen, in one request. */
export const later = [
  () => import('./email/index.ts').then(({ email }) => email),
  () => import('./social/index.ts').then(({ social }) => social),
  () => import('./networks/index.ts').then(({ networks }) => networks),
  () => import('./siwx/index.ts').then(({ siwx }) => siwx),
  () => import('./help/index.ts').then(({ help }) => help),
  () => import('./profile/index.ts').then(({ profile }) => profile),
  () => import('./account/index.ts').then(({ account }) => account),
  () => import('./onramp/index.ts').then(({ onramp }) => onramp),
  () => import('./send/index.ts').then(({ send }) => send),
  () => import('./swap/index.ts').then(({ swap }) => swap),
  () => import('./receive/index.ts').then(({ receive }) => receive),
  () => import('./contacts/index.ts').then(({ contacts }) => contacts),
  () => import('./names/index.ts').then(({ names }) => names),
] as const

type Manifest = (typeof first)[number] | Awaited<ReturnType<(typeof later)[number]>>
type Declared = NonNullable<Manifest['declares']>
/** The declarations of all features under one key. */
type DeclaredAs<name extends keyof Declares, declared = Declared> = declared extends {
  [key in name]: infer declaration
}
  ? declaration
  : never
type UnionToIntersection<union> = (union extends unknown ? (key: union) => void : never) extends (
  intersection: infer intersection,
) => void
  ? intersection
  : never

/** Every screen of the modal with the parameters it takes. */
export type Views = UnionToIntersection<DeclaredAs<'views'>>
/** The English words of all features. */
export type FeatureWords = Extract<DeclaredAs<'words'>, readonly unknown[]>[number]
/** The name of an account action. */
export type ActionName = DeclaredAs<'actions'>

type ErrorCodeOf<words> = words extends { scope: 'error'; texts: infer texts }
  ? keyof texts & string
  : never

declare module '../../core/kit/featureTypes.ts' {
  interface FeatureTypes {
    openableView: DeclaredAs<'opens'>
    openingParameters: UnionToIntersection<DeclaredAs<'opensWith'>>
    featureOption: DeclaredAs<'option'>
    featureErrorCode: ErrorCodeOf<FeatureWords>
  }
}
