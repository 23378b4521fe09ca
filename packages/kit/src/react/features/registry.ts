import type { Declares } from '../modal/feature.ts'
import { connect } from './connect/index.ts'
import { connecting } from './connecting/index.ts'
import { frame } from './frame/index.ts'
import type { later } from './registry.lazy.ts'

/** The features of the first screens. Their manifests are loaded together with the modal. */
export const first = [connect, connecting, frame] as const

type Manifest = (typeof first)[number] | (typeof later)[number]
type Declared = NonNullable<Manifest['declares']>
/** What all features declare under one key. */
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

/** Every screen of the modal, with its parameters. */
export type Views = UnionToIntersection<DeclaredAs<'views'>>
/** The English texts of all features. */
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
