/** RevoGrid registers its elements and loads their parts when they are drawn. */
export { defineCustomElements } from '@revolist/revogrid/loader'
