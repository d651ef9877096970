/** NUL, and halves of surrogate pairs: what devices and people can send inside any text and no column holds. */
const noText = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
const mayBeNoText = /[\0\ud800-\udfff]/

/** A text as the database can store it: what it cannot hold becomes the replacement character. */
export const storable = (text: string): string =>
  mayBeNoText.test(text) ? text.replaceAll(noText, '\ufffd') : text
