/** Version of the package, sent to the services as `sv`. */
export const kitVersion = '0.1.0'
