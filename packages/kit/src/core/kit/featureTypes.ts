/**
 * The types that features of the modal declare: the names of their screens, options and texts. Code
 * below React knows no feature, so the features add their types here, by declaration merging
 * (`react/features/registry.ts`, `react/texts.lazy.ts`).
 */
// an interface, because a type can't be extended from another module
export interface FeatureTypes {}

/** The texts that chains declare, by scope. A chain adds its own, by declaration merging. */
// an interface, because a type can't be extended from another module
export interface ChainTexts {}

/** The screens that a site may open without parameters. */
export type OpenableView = FeatureTypes extends { openableView: infer name } ? name : string
/** The parameters that a site may pass with the screens that take some. */
export type OpeningParameters = FeatureTypes extends { openingParameters: infer parameters }
  ? parameters
  : object
/** A name in the option `features` that switches a feature on or off. */
export type FeatureOption = FeatureTypes extends { featureOption: infer name } ? name : never
/** The key of a text that a site may replace: `connect.title`. */
export type TextKey = FeatureTypes extends { textKey: infer key extends string } ? key : string
/** The codes of features' own errors. */
export type FeatureErrorCode = FeatureTypes extends { featureErrorCode: infer code } ? code : never
