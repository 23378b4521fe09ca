/**
 * Code for browsers is checked with this in place of `@types/node`: typings of some packages ask
 * for Node's (`/// <reference types="node" />`), and its globals would then exist everywhere.
 */
declare namespace NodeJS {}
