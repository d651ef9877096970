/** How long an upload is its uploader's without a row that holds it, ms: he is filling in the form. [D] */
export const freshMs = 86_400_000
