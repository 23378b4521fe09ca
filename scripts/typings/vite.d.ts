// `types` of a tsconfig.json looks only into `typeRoots`, which has no packages
/// <reference types="vite/client" />
