import manifest from '../package.json' with { type: 'json' }

/** The version of the product, as a backup and an upgrade name it. */
export const appVersion: string = manifest.version
